import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Behaviour, behaviours, canary, thrown } from './behaviours.ts';
import { scenarios } from './scenarios.ts';

/** One cell of the table: `value`, `thrown` or the code of an error, and a text that its message must contain. */
interface Cell {
  readonly outcome: string;
  readonly names?: string;
}
type Row = { readonly callback: string } & Record<Behaviour, Cell>;

const table = JSON.parse(readFileSync(new URL('../../callbacks.json', import.meta.url), 'utf8')) as Row[];
const cells = table.flatMap((row) => behaviours.map((behaviour) => ({ ...row, behaviour, cell: row[behaviour] })));

const unhandled: unknown[] = [];
const record = (reason: unknown) => void unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', record));
afterAll(() => void process.off('unhandledRejection', record));

it('the table has every callback, and for each what happens if it hangs, throws, rejects or returns a wrong value', () => {
  expect(table.map(({ callback }) => callback)).toEqual(Object.keys(scenarios));
  expect(cells.filter(({ cell }) => cell === undefined)).toEqual([]);
});

describe.each(table.map(({ callback }) => callback))('%s', (callback) => {
  it.each(cells.filter((each) => each.callback === callback))('that $behaviour: $cell.outcome', async (each) => {
    const { behaviour, cell } = each;
    const result = await scenarios[callback]!(behaviour).then(
      (value) => ({ outcome: 'value', value, message: '' }),
      (error: Error & { code?: string }) => ({
        outcome: error === thrown ? 'thrown' : error.code,
        value: error,
        message: error.message,
      }),
    );
    expect(result.outcome, result.message).toBe(cell.outcome);
    expect(result.message).toContain(cell.names ?? '');
    // An error that the caller's own effect throws is returned to the caller unchanged.
    if (cell.outcome !== 'thrown') {
      const shown = inspect(result.value, { depth: 10, showHidden: true }) + String((result.value as Error)?.stack);
      expect(shown).not.toContain(canary);
      expect(shown).not.toContain('Canary7secret');
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled.splice(0)).toEqual([]);
  });
});
