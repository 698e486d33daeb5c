import { describe, expect, test } from 'vitest';
import {
  createEvaluator,
  date,
  dateTimeOffset,
  decimal,
  evaluate,
  filter,
  isConfigError,
  odata,
  parseFilter,
  parseKeyPredicate,
  parseLiteral,
  parseOrderBy,
  parseSelect,
  printOrderBy,
  printSelect,
} from '../../src/index.ts';

describe('a wrong argument is a ConfigError that says what it must be', () => {
  test.each<[string, () => unknown, string]>([
    ['a selection that is a string', () => printSelect('JobName' as never), 'select must be a list of property names'],
    ['a selection that is null', () => printSelect(null as never), 'found null'],
    ['a filter that is a number', () => parseFilter(5 as never), 'text must be a string, found a number'],
    ['a selection to parse that is null', () => parseSelect(null as never), 'text must be a string, found null'],
    ['an order to parse that is undefined', () => parseOrderBy(undefined as never), 'text must be a string'],
    ['a literal that is a number', () => parseLiteral(5 as never), 'text must be a string'],
    ['a key that is a number', () => parseKeyPredicate(5 as never, 'jobs'), 'text must be a string'],
    ['a date that is a Date', () => date(new Date(0) as never), 'toISOString().slice(0, 10)'],
    ['an instant that is a Date', () => dateTimeOffset(new Date(0) as never), 'a Date needs no dateTimeOffset()'],
    ['a decimal that is a number', () => decimal(1.5 as never), "write decimal('1.5')"],
    ['an order without conditions', () => printOrderBy([]), 'leave the option out'],
    ['a selection without names', () => printSelect([]), 'leave the option out'],
    ['a text to evaluate', () => createEvaluator("a eq 'x'" as never), 'read a text with rawFilter(text)'],
    ['a filter to evaluate that is undefined', () => evaluate(undefined as never, {}), 'found undefined'],
    [
      'an escape that JavaScript cannot read',
      () => odata(Object.assign([undefined], { raw: ['\\u{}'] }) as never),
      'template must not have an escape that JavaScript cannot read',
    ],
  ])('%s', (_, run, message) => {
    let thrown: unknown;
    try {
      run();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toSatisfy(isConfigError);
    expect((thrown as Error).message).toContain(message);
  });
});

test('JSON has the text of a filter', () => {
  const built = filter((h) => h.field('status').eq("it's"));
  expect(JSON.stringify({ filter: built })).toBe(String.raw`{"filter":"status eq 'it''s'"}`);
});
