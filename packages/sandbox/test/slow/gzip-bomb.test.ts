import type { OperationId } from '@syncline/openapi';
import { describe, expect, it } from 'vitest';
import { type SandboxResponse } from '../../src/http/response.ts';
import { bytes } from '../support/body.ts';
import type { SandboxRequest } from '../../src/http/request.ts';
import { createFaults, type Faults } from '../../src/faults/faults.ts';
import type { FaultRule } from '../../src/faults/rule.ts';

const request = (header?: string): SandboxRequest => ({
  method: 'GET',
  path: '/history',
  query: '$select=details',
  header: (name) => (name === 'x-syncline-fault' ? header : undefined),
  headers: () => ({}),
  readBody: async () => new Uint8Array(),
  loopback: true,
});
const original: SandboxResponse = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '[{"details":"Zürich"},{"details":"b"}]',
};

const meet = (faults: Faults, operation: OperationId | undefined = 'listHistory', header?: string): SandboxResponse => {
  const fault = faults.take(operation, request(header));
  return fault === undefined ? original : faults.apply(fault, original);
};
const once = (rule: FaultRule, operation: OperationId = 'listHistory'): SandboxResponse =>
  meet(createFaults({ rules: [rule] }), operation);

describe('what a fault does', () => {
  it('a gzip bomb is small on the wire', async () => {
    expect((await bytes(once({ gzip: 'bomb' }).body)).length).toBeLessThan(400_000);
  });
});
