import { describe, expect, it } from 'vitest';
import { createV2Client } from '../../src/index.ts';
import { verifyReads } from '../../src/verify/index.ts';
import { inProcess, json } from '../support/in-process.ts';

const { odata, options } = inProcess([json([{ connectorid: 'a' }, { connectorid: 'b' }])]);

describe('await using leaves', () => {
  it.each([
    ['a stream', () => odata.connectors.stream()],
    ['a verified stream', () => verifyReads(odata).connectors.stream()],
    ['the status of many', () => createV2Client(options).jobs.statusOfMany(['1', '2'])],
  ] as const)('%s', async (_, open) => {
    let outer: AsyncIterator<unknown> | undefined;
    {
      await using records = open();
      outer = records;
      expect((await records.next()).done).toBe(false);
    }
    expect(await outer.next()).toMatchObject({ done: true });
  });
});
