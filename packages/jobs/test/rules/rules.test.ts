import { describe, expect, test } from 'vitest';
import { lintExample, lintRules } from '../../src/index.ts';
import { ruleTables } from './tables/rule-tables.ts';

test('each rule has a table, and no table is without a rule', () => {
  expect(lintRules.length).toBeGreaterThan(0);
  expect(Object.keys(ruleTables).sort()).toEqual(lintRules.map(({ id }) => id).sort());
});

const shown = (example: object) =>
  JSON.stringify(example, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)).slice(0, 150);

describe.each(lintRules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  const { triggers = [], innocent = [], unknown = [] } = ruleTables[id] ?? {};

  test('has at least 4 jobs that trigger it, 4 that do not, and one that it cannot check', () => {
    expect(triggers.length).toBeGreaterThanOrEqual(4);
    expect(innocent.length).toBeGreaterThanOrEqual(4);
    expect(unknown.length).toBeGreaterThanOrEqual(1);
  });
  test('covers a selected record on both sides, an empty string and TRUE', () => {
    expect(triggers.some(({ whole }) => whole === false)).toBe(true);
    expect(innocent.some(({ whole }) => whole === false)).toBe(true);
    const seen = [...triggers, ...innocent, ...unknown].map(({ job, error }) => [job, error]);
    const values = seen.flatMap(([job, error]) => [...Object.values(job ?? {}), error]);
    expect(values).toContain('');
    expect(values.some((value) => typeof value === 'string' && /\bTRUE\b|\bFALSE\b|^[A-Z ]+$/.test(value))).toBe(true);
  });
  test.each(triggers.map((example) => [shown(example), example] as const))('has a finding: %s', (_, example) => {
    expect(lintExample(rule, example)).toBe('finding');
  });
  test.each(innocent.map((example) => [shown(example), example] as const))('passes: %s', (_, example) => {
    expect(lintExample(rule, example)).toBe('pass');
  });
  test.each(unknown.map((example) => [shown(example), example] as const))('is not checked: %s', (_, example) => {
    expect(lintExample(rule, example)).toBe('not checked');
  });
  test('its own example is correct, and its texts are sentences', () => {
    expect(rule.example && lintExample(rule, rule.example.finding)).toBe('finding');
    expect(rule.example && lintExample(rule, rule.example.pass)).toBe('pass');
    expect(rule.id).toMatch(/^[a-z]+(-[a-z]+)+$/);
    for (const text of [rule.why, rule.reading, rule.fix]) expect(text).toMatch(/^[A-Z`].*\.$/);
    expect(rule.title).toMatch(/^[A-Z].*[^.]$/);
  });
});

test('every rule about how fields work together says that this is inferred', () => {
  const inferred = lintRules.filter(({ reading }) => reading.includes('inferred')).map(({ id }) => id);
  // These rules check each of their fields separately, or use one only to decide whether to check another.
  const each = [
    'interval-below-runtime',
    'crowded-minute',
    'clock-change',
    'license-invalid',
    'connection-absent',
    'connection-error',
    'credential-in-code',
  ];
  const several = lintRules.filter(({ fields, id }) => fields.length > 1 && !each.includes(id)).map(({ id }) => id);
  expect(inferred).toEqual(expect.arrayContaining(several));
});

test('the rules that report the defaults of the specification are off by default', () => {
  const off = lintRules.filter(({ offByDefault }) => offByDefault).map(({ id }) => id);
  expect(off).toEqual([
    'auto-truncate-strings',
    'scheduled-without-notification',
    'verbosity-none',
    'hard-delete-with-history',
  ]);
});
