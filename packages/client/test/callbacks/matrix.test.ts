import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaksIn } from '../hostile/canaries.ts';
import { settled } from '../support/in-process.ts';
import { type Behaviour, behaviours } from './behaviours.ts';
import { scenarios } from './scenarios.ts';

/** One cell of the table: `value` or the code of an error, and a text that its message must contain. */
interface Cell {
  readonly outcome: string;
  readonly names?: string;
}
type Row = { readonly callback: string } & Record<Behaviour, Cell>;

const table = JSON.parse(readFileSync(new URL('../../../core/callbacks.json', import.meta.url), 'utf8')) as Row[];
const cells = table.flatMap((row) => behaviours.map((behaviour) => ({ ...row, behaviour, cell: row[behaviour] })));

const unhandled = new Map<Promise<unknown>, unknown>();
const record = (reason: unknown, promise: Promise<unknown>) => void unhandled.set(promise, reason);
// zone.js ends its turn before a native `await` has handled a promise of zone.js.
const forget = (promise: Promise<unknown>) => 'Zone' in globalThis && void unhandled.delete(promise);
beforeAll(() => void process.on('unhandledRejection', record).on('rejectionHandled', forget));
afterAll(() => void process.off('unhandledRejection', record).off('rejectionHandled', forget));

it('the table has every callback, and for each what happens if it hangs, throws, rejects or returns a wrong value', () => {
  expect(table.map(({ callback }) => callback)).toEqual(Object.keys(scenarios));
  expect(cells).toHaveLength(Object.keys(scenarios).length * behaviours.length);
  expect(cells.filter(({ cell }) => cell === undefined)).toEqual([]);
});

describe.each(table.map(({ callback }) => callback))('%s', (callback) => {
  it.each(cells.filter((each) => each.callback === callback))('that $behaviour: $cell.outcome', async (each) => {
    const { behaviour, cell } = each;
    const result = await scenarios[callback]!(behaviour).then(
      (value) => ({ outcome: 'value', value, message: '' }),
      (error: Error & { code?: string }) => ({ outcome: error.code, value: error, message: error.message }),
    );
    expect(result.outcome, result.message).toBe(cell.outcome);
    expect(result.message).toContain(cell.names ?? '');
    expect(leaksIn(result.value)).toEqual([]);
    await settled();
    expect([...unhandled.values()]).toEqual([]);
  });
});
