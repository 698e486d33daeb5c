import { operations } from '@syncline/openapi';
import { describe, expect, it } from 'vitest';
import { type bodyNames, makeBody } from '../../src/faults/bodies.ts';
import { bytes, text } from '../support/body.ts';

describe('hostile bodies', () => {
  const made = async (name: (typeof bodyNames)[number]): Promise<string> =>
    text(makeBody(name, operations.getJob, '{"JobName":"a"}'));

  it.each([
    ['empty', ''],
    ['null', 'null'],
    ['bom', '\uFEFF{"JobName":"a"}'],
    ['half', '{"JobNa'],
    ['nan', '{"RowVersion":NaN}'],
    ['huge-number', '{"RowVersion":1e400}'],
    ['int64-most', '{"RowVersion":9223372036854775807}'],
    ['blank', ' \n\t '],
    ['twice', '{"JobName":"a"}{"JobName":"a"}'],
    ['next-page', '{"value":[{"JobId":"first"}],"@odata.nextLink":"?$skip=1"}'],
    ['int64-least', '{"RowVersion":-9223372036854775808}'],
    ['int64-beyond', '{"RowVersion":9223372036854775808}'],
    ['duplicate-keys', '{"JobId":"first","JobId":"second"}'],
  ] as const)('%s is %j', async (name, want) => {
    expect(await made(name)).toBe(want);
  });

  it('deep is 200,000 deep, endless has no end, invalid-utf8 is not UTF-8', async () => {
    expect((await made('deep')).length).toBe(400_000);
    expect((await bytes(makeBody('endless', operations.getJob, ''), 2_000_000)).length).toBeGreaterThanOrEqual(
      2_000_000,
    );
    for (const name of ['invalid-utf8', 'cut-letter', 'utf-16'] as const) {
      const broken = await bytes(makeBody(name, operations.getJob, ''));
      expect(() => new TextDecoder('utf-8', { fatal: true }).decode(broken)).toThrow();
    }
    expect(new TextDecoder('utf-16le').decode(await bytes(makeBody('utf-16', operations.getJob, '')))).toBe(
      '{"JobId":"ü"}',
    );
  });

  it('have the fields of the operation', () => {
    expect(makeBody('nan', operations.listHistory, '')).toBe('[{"number":NaN}]');
    expect(makeBody('nan', operations.listJobStatus, '')).toBe('[{"records_affected":NaN}]');
  });
});
