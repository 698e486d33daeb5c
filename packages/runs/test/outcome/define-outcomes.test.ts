import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { defineOutcomes, type Outcome, type Vocabulary } from '../../src/index.ts';

const words = {
  succeeded: ['SUCCESS'],
  warned: ['WARNING'],
  failed: ['FAILED'],
  cancelled: ['CANCELLED'],
  running: ['RUNNING'],
  partial: [/^\d+ of \d+ Tasks Failed$/],
};
const classify = defineOutcomes(words);

test('a pattern of another realm is a pattern', () => {
  const pattern = runInNewContext('/^\\d+ of \\d+ Tasks Failed$/') as RegExp;
  expect(defineOutcomes({ partial: [pattern] })({ status: '7 of 13 Tasks Failed' }).outcome).toBe('partial');
});

describe('the status', () => {
  test.each<[string, Outcome]>([
    ['SUCCESS', 'succeeded'],
    ['WARNING', 'warned'],
    ['FAILED', 'failed'],
    ['CANCELLED', 'cancelled'],
    ['RUNNING', 'running'],
    ['success', 'unknown'],
    ['SUCCESS ', 'unknown'],
    ['SUCCESSFUL', 'unknown'],
    ['Done', 'unknown'],
    ['', 'unknown'],
  ])('%j is %s', (status, outcome) => {
    expect(classify({ status }).outcome).toBe(outcome);
  });

  test('names the field, its value and the rule', () => {
    expect(classify({ status: 'SUCCESS' })).toEqual({
      outcome: 'succeeded',
      because: [{ field: 'status', value: 'SUCCESS', rule: 'succeeded' }],
    });
    expect(classify({ status: 'Done' }).because).toEqual([{ field: 'status', value: 'Done', rule: 'unknown' }]);
    const nothing = [{ field: 'status', value: '', rule: 'unknown' }];
    expect(classify({})).toEqual({ outcome: 'unknown', because: nothing });
    expect(defineOutcomes({ failed: ['X'], fields: { status: 'stauts' } })({ status: 'X' }).because).toEqual([
      { field: 'stauts', value: '', rule: 'unknown' },
    ]);
    expect(defineOutcomes({ details: { failed: ['X'] } })({ status: 'X' }).because[0]?.value).toBe('X');
    expect(defineOutcomes({ details: { failed: ['X'] } })({}).because[0]?.field).toBe('details');
  });

  test('that is not text is compared as JSON', () => {
    expect(defineOutcomes({ succeeded: ['1'] })({ status: 1 }).outcome).toBe('succeeded');
    expect(defineOutcomes({ succeeded: ['1'] })({ status: { a: 1n } }).outcome).toBe('unknown');
    expect(classify({ status: null }).outcome).toBe('unknown');
  });

  test('is read only from its own property', () => {
    expect(classify(Object.create({ status: 'SUCCESS' })).outcome).toBe('unknown');
  });

  test('is shortened and cleaned in the reason', () => {
    const [reason] = classify({ status: `a\u0007\u202e${'x'.repeat(1_000)}` }).because;
    expect(reason?.value).toMatch(/^a x{197}…$/);
  });
});

describe('"N of M tasks failed"', () => {
  test.each<[string, Outcome]>([
    ['7 of 13 Tasks Failed', 'partial'],
    ['1 of 1 task failed.', 'failed'],
    ['13 of 13 tasks failed', 'failed'],
    ['0 of 13 tasks failed', 'unknown'],
    ['14 of 13 tasks failed', 'unknown'],
    ['about 7 of 13 tasks failed', 'unknown'],
  ])('%j is %s without any words for it', (status, outcome) => {
    expect(defineOutcomes({ succeeded: ['SUCCESS'] })({ status }).outcome).toBe(outcome);
  });

  test('in the details takes precedence over a status that means success', () => {
    expect(classify({ status: 'SUCCESS', details: '7 of 13 Tasks Failed' })).toEqual({
      outcome: 'partial',
      because: [
        { field: 'details', value: '7 of 13 Tasks Failed', rule: 'tasks' },
        { field: 'status', value: 'SUCCESS', rule: 'succeeded' },
      ],
    });
  });
});

describe('conflicting evidence', () => {
  test('an error takes precedence over every status', () => {
    for (const status of ['SUCCESS', 'RUNNING', 'WARNING', '7 of 13 Tasks Failed', 'Done', ''])
      expect(classify({ status, error: 'disk full' }).outcome).toBe('failed');
    expect(classify({ status: 'SUCCESS', error: '  ' }).outcome).toBe('succeeded');
    expect(classify({ status: 'SUCCESS', error: null }).outcome).toBe('succeeded');
    expect(classify({ status: 'SUCCESS', error: { code: 5 } }).outcome).toBe('failed');
  });

  test('two patterns that match give the worse outcome and both reasons', () => {
    const both = defineOutcomes({ succeeded: [/^DONE.*$/], failed: [/^.*ERRORS$/] });
    const { outcome, because } = both({ status: 'DONE WITH ERRORS' });
    expect(outcome).toBe('failed');
    expect(because.map(({ rule }) => rule)).toEqual(['failed', 'succeeded']);
  });
});

describe('details', () => {
  test('can make the outcome worse', () => {
    const strict = defineOutcomes({ succeeded: ['SUCCESS'], details: { failed: [/^.*timed out$/] } });
    expect(strict({ status: 'SUCCESS', details: 'connection timed out' }).outcome).toBe('failed');
  });

  test('never mean success unless configured', () => {
    expect(() => defineOutcomes({ failed: ['F'], details: { succeeded: ['ok'] } })).toThrow('detailsMaySucceed: true');
    const trusting = defineOutcomes({ failed: ['F'], details: { succeeded: ['ok'] }, detailsMaySucceed: true });
    expect(trusting({ details: 'ok' }).outcome).toBe('succeeded');
    expect(trusting({ status: 'odd', details: 'ok' }).outcome).toBe('unknown');
  });
});

test('fields can have other names, or be read by a function', () => {
  const mine = defineOutcomes<{ Status?: string; Problem?: string }>({
    succeeded: ['S'],
    fields: {
      status: 'Status',
      error: function problem({ Problem }) {
        return Problem;
      },
    },
  });
  expect(mine({ Status: 'S' }).outcome).toBe('succeeded');
  expect(mine({ Status: 'S', Problem: 'x' }).because[0]).toEqual({ field: 'problem', value: 'x', rule: 'error' });
});

describe('a vocabulary is refused', () => {
  test.each<[object, string]>([
    [{}, 'outcomes must have at least one word'],
    [{ succeeded: [] }, 'outcomes must have at least one word'],
    [{ succeded: ['S'] }, 'succeded is not an option: did you mean succeeded?'],
    [{ unknown: ['S'] }, 'unknown is not an option'],
    [{ succeeded: 'S' }, 'succeeded must be a list'],
    [{ succeeded: [''] }, 'succeeded must contain words that are not empty'],
    [{ succeeded: [5] }, 'succeeded must contain words'],
    [{ succeeded: ['S'], failed: ['S'] }, 'failed contains "S", which is also in succeeded'],
    [{ failed: [/FAILED/] }, 'can match a part of a text'],
    [{ failed: [/^FAILED/] }, 'can match a part of a text'],
    [{ failed: [/^FAILED\$/] }, 'can match a part of a text'],
    [{ failed: [/^a$|^b$/] }, 'can match a part of a text'],
    [{ failed: [/^a|b$/] }, 'can match a part of a text'],
    [{ failed: [/^a$/m] }, 'flag'],
    [{ failed: [/^a$/g] }, 'flag'],
    [{ failed: [/^a$/y] }, 'flag'],
  ])('%o', (vocabulary, message) => {
    expect(() => defineOutcomes(vocabulary as Vocabulary)).toThrow(message);
  });

  test.each([/^(?:a|b)$/, /^[|]$/, /^\|$/, /^a\\$/, /^a$/i, /^((a|b)|c)$/])('%s is accepted', (pattern) => {
    expect(() => defineOutcomes({ failed: [pattern] })).not.toThrow();
  });
});
