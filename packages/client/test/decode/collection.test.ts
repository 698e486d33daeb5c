import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inProcess, json, rejection, type Reply } from '../support/in-process.ts';

/** Longer than what is read at once. */
const long = 200 * 1024;
const padding = 'ü},{"'.repeat(40);
const records = Array.from({ length: 1200 }, (_, index) => ({
  instanceid: String(index),
  details: padding,
  records: index,
}));
const list = (reply: Reply, given = {}) => inProcess([reply], given).odata.history.list();
/** Responds with the text in chunks of the given size. */
const inChunks = (text: string, size: number): Reply => {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
      controller.close();
    },
  });
  return () => new Response(body, { headers: { 'content-type': 'application/json' } });
};

describe('a long list', () => {
  it('gives the same records as a single parse, in either envelope and however it arrives', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.constantFrom(undefined, 1),
        fc.integer({ min: 1000, max: 300_000 }),
        async (wrapped, space, size) => {
          const text = JSON.stringify(
            wrapped ? { '@odata.context': '"value":[{', value: records, extra: [{}, {}] } : records,
            null,
            space,
          );
          expect(text.length).toBeGreaterThan(long);
          expect(await list(inChunks(text, size))).toEqual(records);
        },
      ),
      { numRuns: 20 },
    );
  });
  it('keeps each digit and decodes each record', async () => {
    const text = `[${Array.from({ length: 9000 }, (_, index) => `{"JobName":"a","records":${index === 8000 ? '9007199254740992' : index},"x":"ü"}`).join()}]`;
    const rows = await inProcess([json(text)], { undecodable: 'keep' }).odata.history.list();
    expect([rows.length, rows[7999]?.records, rows[8999]?.records]).toEqual([9000, 7999, 8999]);
  });
  it('may come after an even longer beginning', async () => {
    expect(await list(json({ '@odata.context': 'c'.repeat(long), value: records.slice(0, 3) }))).toEqual(
      records.slice(0, 3),
    );
  });
  it('of no records may be long', async () => {
    expect(await list(json(`{"value":[${' '.repeat(long)}]}`))).toEqual([]);
  });

  const text = JSON.stringify({ value: records });
  const utf8 = new TextEncoder();
  const broken = utf8.encode(text).fill(0xff, long, long + 1);
  it.each<[string, Reply, string, string]>([
    ['is cut', json(text.slice(0, -2000)), 'json', ''],
    ['is not JSON in its middle', json(text.replace('"900"', '900"')), 'json', ''],
    [
      'is not UTF-8 in its middle',
      () => new Response(broken, { headers: { 'content-type': 'application/json' } }),
      'encoding',
      '',
    ],
    ['goes on elsewhere', json({ value: records, '@odata.nextLink': 'x' }), 'next-page', ''],
    ['holds something other than records', json({ value: [...records, 1] }), 'shape', 'not a record'],
    ['is an error', json({ error: { code: 'E1', message: 'm'.repeat(long) } }), 'service-error', 'E1'],
    ['is no list', json({ a: records }), 'shape', 'not a list'],
    ['is white space', json(' '.repeat(long)), 'json', ''],
  ])('that %s is one error', async (_, reply, reason, words) => {
    const error = await rejection(list(reply));
    expect(error).toMatchObject({ code: 'RESPONSE_FORMAT', reason, operation: 'listHistory' });
    expect((error as Error).message).toContain(words);
  });
});
