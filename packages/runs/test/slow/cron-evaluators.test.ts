import { describe, expect, test } from 'vitest';
import { cronTable, tableStart } from '../schedule/cron-table.ts';
import { evaluators } from '../schedule/evaluators/evaluators.ts';

/** Evaluators of others, none of which our parser uses. */
describe.each(evaluators)('the table of cron expressions, and $name', ({ name, missing, translate, ask }) => {
  test('they agree, but for the rows that say so', (context) => {
    if (missing !== undefined) console.log(`skipped: ${missing}`);
    context.skip(missing !== undefined, missing);
    const rows = cronTable.flatMap((row) => {
      const text = translate(row);
      return text === undefined ? [] : [{ row, text }];
    });
    expect(rows.map(({ row }) => row.expression)).toEqual(
      cronTable.filter(({ asked }) => asked.includes(name)).map(({ expression }) => expression),
    );
    const answers = ask(
      rows.map(({ text }) => text),
      tableStart,
      10,
    );
    for (const [index, { row, text }] of rows.entries()) {
      const answer = answers[index]?.map((at) => new Date(at).toISOString().replace('.000', ''));
      const difference =
        answer === undefined ? 'refused' : answer.join() === row.next.join() ? undefined : 'other times';
      expect([text, difference]).toEqual([text, row.differ?.[name]]);
    }
  });
});
