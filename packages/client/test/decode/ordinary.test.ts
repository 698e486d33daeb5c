import { describe, expect, it } from 'vitest';
import { settle } from '../../src/index.ts';
import { inProcess, json } from '../support/in-process.ts';

/** Only the careful reader can read this response. A client that has received it uses only that reader. */
const unusual = json('[{"a":"1"}],');

/**
 * The results of two clients: one that uses the fast path for ordinary responses, and one that uses the careful reader.
 */
const both = async (text: string, read: (odata: ReturnType<typeof inProcess>['odata']) => Promise<unknown>) => {
  const careful = inProcess([unusual, json(text)]).odata;
  await settle(careful.history.list());
  const shown = (settled: Awaited<ReturnType<typeof settle>>) =>
    settled.ok ? settled : { ok: false, ...settled.error, message: settled.error.message };
  return [shown(await settle(read(inProcess([json(text)]).odata))), shown(await settle(read(careful)))];
};

const records = ['{}', '{"a":1}', '{"error":null}', '{"error":"x"}', '{"value":"value"}', '{"__proto__":{"a":1}}'];
const bodies = [
  '',
  'x',
  'null',
  '7',
  '"value"',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '\ufeff[]',
  '{"value":null}',
  '{"value":{}}',
  '{"value":[7]}',
  '{"value":[],"value":[{"a":1}]}',
  '{"value":[],"v\\u0061lue":[{"a":1}]}',
  '{"@odata.context":"c","value":[{"a":1}]}',
  '{"odata.metadata":"c","value":[]}',
  '{"value":[],"@odata.nextLink":"?page=2"}',
  '{"value":[],"@odata.count":1}',
  '{"value":[],"other":{"value":1}}',
  '{"value":[{"details":"a wrong value"},{"details":"no value"}]}',
  '{"value":[],"error":{"code":"E","message":"m"}}',
  '{"error":{"code":"E","message":"m"}}',
  '{"RowVersion":9007199254740993,"Scheduled":"TRUE","BatchSize":"7"}',
  '{"RowVersion":"9007199254740993","SnapshotSize":"1e3"}',
  '{"RowVersion":1.5}',
  '{"Scheduled":"perhaps"}',
  ...records.flatMap((record) => [record, `[${record}]`, `{"value":[${record}]}`]),
];

describe('an ordinary response gives the same result as the careful reader:', () => {
  it.each(bodies)('%s as a collection', async (text) => {
    const [ordinary, careful] = await both(text, (odata) => odata.history.list());
    expect(ordinary).toEqual(careful);
  });
  it.each(bodies)('%s as a record', async (text) => {
    const [ordinary, careful] = await both(text, (odata) => odata.jobs.get('a'));
    expect(ordinary).toEqual(careful);
  });
});
