import { describe, expect, it } from 'vitest';
import { get, openSandbox } from '../support/sandbox.ts';

const history = [
  { n: 1, flag: true, never: null, id: '0aa1e64f-0d9c-4a29-9b5e-9d2f6f1c3b7a' },
  { n: 2, flag: false, never: null, runstartdate: '2026-01-01T00:00:00Z' },
];
const ask = (filter: string) =>
  get(openSandbox({ data: { history } }), 'odata', `/history?$select=n&$filter=${encodeURIComponent(filter)}`);

describe('$filter', () => {
  it.each([
    ['true', [1, 2]],
    ['false', []],
    ['n eq 1 and true', [1]],
    ['n eq 1 or not false', [1, 2]],
  ])('%s alone is a condition', async (filter, expected) => {
    expect((await ask(filter)).body.value.map(({ n }) => n).sort()).toEqual(expected);
  });

  it.each([
    ["never eq 'a'", []],
    ['never eq 1', []],
    ['never ne 2026-01-01', [1, 2]],
    ['never gt 1.5', []],
    ['never eq 0aa1e64f-0d9c-4a29-9b5e-9d2f6f1c3b7a', []],
    ['never eq null', [1, 2]],
    ["contains(never,'a')", []],
  ])('%s compares a property that is always null with any type', async (filter, expected) => {
    expect((await ask(filter)).body.value.map(({ n }) => n).sort()).toEqual(expected);
  });

  it.each([
    ['n eq true', "Property 'n' is a number; it cannot be used as a boolean."],
    ['flag eq 1', "Property 'flag' is a boolean; it cannot be used as a number."],
    ["flag eq 'true'", "Property 'flag' is a boolean; it cannot be used as a string. Write the value without quotes."],
    [
      'id eq 0aa1e64f-0d9c-4a29-9b5e-9d2f6f1c3b7a',
      "Property 'id' is a string; it cannot be used as a guid. Write the value in single quotes: 'text'.",
    ],
    [
      'runstartdate eq 0aa1e64f-0d9c-4a29-9b5e-9d2f6f1c3b7a',
      "Property 'runstartdate' is a dateTimeOffset; it cannot be used as a guid.",
    ],
    [
      'runstartdate gt 0000-01-01T00:00:00+02:00',
      '0000-01-01T00:00:00+02:00 is not a timestamp that this service can compare.',
    ],
  ])('%s is refused', async (filter, message) => {
    const { status, body } = await ask(filter);
    expect([status, body.error.message]).toEqual([400, message]);
  });
});
