import { inspect } from 'node:util';
import { basic } from '@syncline/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSynclineError, type Transport } from '../../src/index.ts';
import { canary, leaksIn } from './canaries.ts';
import { type Call, type Fault, isRows } from './fault.ts';
import { faults } from './faults/index.ts';
import { type FaultResult, runFault } from './run-fault.ts';
import { type HostileServer, startServer } from './start-server.ts';

const ways: readonly Call[] = ['stream', 'watch', 'query', 'raw', 'call', 'token'];
/** The errors with which a call may end if a server misbehaves. */
const codes = [
  'HTTP_ERROR',
  'NETWORK_ERROR',
  'TIMEOUT',
  'REDIRECT_REFUSED',
  'RESPONSE_FORMAT',
  'RESPONSE_TOO_LARGE',
  'AUTH_FAILED',
  'ABORTED',
];

/** Runs every fault over a transport, through each of the other ways to call the service. */
export const waysSuite = (name: string, makeTransport: () => Transport | undefined): void => {
  describe(`a hostile server over ${name}, in every way`, () => {
    let server: HostileServer;
    let transport: Transport | undefined;
    beforeAll(async () => {
      server = await startServer();
      transport = makeTransport();
    });
    afterAll(async () => {
      const { elsewhere } = await server.seen('');
      server.close();
      expect(elsewhere, 'nothing reaches the other origin').toEqual([]);
    });
    describe.concurrent('fault', () => {
      it.each(Object.entries(faults))('%s', { timeout: 60_000 }, async (fault, description) => {
        const credential = () => basic({ username: 'ada', password: canary });
        const results = await Promise.all(
          ways.map((way) => runFault(fault, description, server, credential(), transport, way)),
        );
        results.forEach((result, index) => check(ways[index] as Call, description, result));
      });
    });
  });
};

const check = (way: Call, { want, call = 'history' }: Fault, { settled, events }: FaultResult): void => {
  const { error } = settled;
  const shown = `${way}: ${inspect(error ?? settled.data).slice(0, 500)}`;
  if (error !== undefined) expect(isSynclineError(error) && codes.includes(error.code), shown).toBe(true);
  expect(leaksIn(error), `${way}: secrets in the error`).toEqual([]);
  expect(leaksIn(events), `${way}: secrets in events`).toEqual([]);
  expect(events.at(0)?.type).toBe('start');
  expect(events.at(-1), shown).toMatchObject({ type: 'outcome' });
  // No fault responds with a valid token.
  if (way === 'token') expect(settled.ok, shown).toBe(false);
  // `maxBodyBytes` limits the whole body of a list, but only each record of a stream.
  const isLimit = way === 'stream' && 'code' in want && want.code === 'RESPONSE_TOO_LARGE';
  // `call` reads the same list as `list`, with the same outcome. A stream reads it with the same errors.
  const isSame = !isLimit && call === 'history' && (way === 'call' || way === 'stream');
  if (isSame && 'code' in want) expect([want.code].flat(), shown).toContain(error?.code);
  if (way === 'call' && call === 'history' && !('code' in want)) expect(want.data(settled.data), shown).toBe(true);
  // The records must be the same, whichever way they were read.
  if (isSame && !('code' in want) && want.data === isRows && settled.ok) expect(isRows(settled.data), shown).toBe(true);
};
