import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  allOf,
  createEvaluator,
  date,
  dateTimeOffset,
  decimal,
  evaluate,
  filter,
  guid,
  isConfigError,
  keyPredicate,
  odata,
  parseFilter,
  printFilter,
  printOrderBy,
  printSelect,
  rawFilter,
  toFilter,
} from '../../src/index.ts';
import type { AnyProperty } from '../../src/index.ts';

const half = '\ud83d';
const property = (use: (property: AnyProperty) => unknown) => () => filter((h) => use(h.field('status')) as never);
const value = (given: unknown) => property((status) => status.eq(given as never));

/** Mistakes with their complete messages: what is wrong, and what to write instead. */
const messages: readonly (readonly [mistake: string, run: () => unknown, message: string])[] = [
  [
    'conditions that && combines',
    () => filter((h) => h.field('status').eq('secret') && h.field('rows').gt(5)),
    "filter must not drop a condition, found unused: status eq '…'; combine with .and() and .or(), not with && and ||",
  ],
  [
    'a function without result',
    property(() => undefined),
    'filter must be or return a Filter, found undefined; write (h) => h.name.eq(value)',
  ],
  [
    'a comparison by operator',
    property((status) => (status as never) > 5),
    'filter must be or return a Filter, found a boolean; write (h) => h.name.eq(value)',
  ],
  [
    'a text as result',
    property(() => "status eq 'x'"),
    'filter must be or return a Filter, found a string; read a text with rawFilter(text)',
  ],
  [
    'a method that is not called',
    property((status) => status.eq),
    'filter must be or return a Filter, found a function; call it',
  ],
  [
    'a text for a filter',
    () => toFilter("status eq 'x'" as never),
    'filter must be or return a Filter, found a string; read a text with rawFilter(text)',
  ],
  [
    'a text for a builder',
    () => filter("status eq 'x'" as never),
    'filter must be or return a Filter, found a string; read a text with rawFilter(text)',
  ],
  [
    'a text to print',
    () => printFilter("status eq 'x'" as never),
    'filter must be a Filter or its nodes; read a text with rawFilter(text)',
  ],
  [
    'a text for a template',
    () => odata("status eq 'x'" as never),
    'template must be a template, found a string; write odata`status eq ${value}`, or read a text with rawFilter(text)',
  ],
  [
    'a text for a record',
    () => evaluate(odata`status eq 'x'`, 'x' as never),
    "record must be an object, found a string; write { status: 'FAILED' }",
  ],
  [
    'an object for a filter',
    () => toFilter({ status: 'x' } as never),
    'filter must be or return a Filter, found an object; write (h) => h.name.eq(value)',
  ],
  [
    'a condition that is false',
    () => allOf(false as never),
    'filter must be a Filter or undefined, found a boolean; write allOf(test ? condition : undefined)',
  ],
  [
    'an empty text that && passes on',
    () => allOf('' as never),
    'filter must be a Filter or undefined, found a string; write allOf(test ? condition : undefined)',
  ],
  [
    'a list of conditions',
    () => allOf([rawFilter('a eq 1')] as never),
    'filter must be a Filter or undefined, found an array; write allOf(...conditions)',
  ],
  [
    'a text to evaluate',
    () => createEvaluator("status eq 'x'" as never),
    'filter must be a Filter or the nodes of one, found a string; read a text with rawFilter(text)',
  ],
  [
    'nothing to evaluate',
    () => createEvaluator(undefined as never),
    'filter must be a Filter or the nodes of one, found undefined; write filter((h) => h.name.eq(value))',
  ],
  [
    'too many values',
    property((status) => status.in(Array.from({ length: 400 }, (_, at) => at))),
    'filter must have at most 1000 nodes, 100 levels and 8192 percent-encoded characters, ' +
      'found 1201, 0 and 9882; use split, or send several requests',
  ],
  [
    'a negative limit',
    () => parseFilter('a eq 1', { maxDepth: -1 }),
    'maxDepth must be a number from 0 to 500, found -1; leave it out for 100',
  ],
  [
    'one value for in',
    property((status) => status.in('FAILED' as never)),
    'status must have a list in in(), found a string; write in([value])',
  ],
  ['NaN', value(Number.NaN), 'status must be a finite number, found NaN; check where it comes from'],
  [
    'a number to find in a text',
    property((status) => status.contains(5 as never)),
    'status must be a string, found a number; convert it to one',
  ],
  [
    'null to find in a text',
    property((status) => status.contains(null as never)),
    'status must be a string, found null; write h.name.eq(null)',
  ],
  [
    'half of a character',
    value(half),
    'status must be well-formed text, found half of a surrogate pair; cut it between characters',
  ],
  [
    'an invalid date',
    value(new Date('today')),
    'status must be a date from year 0000 to 9999, found Invalid Date; check where it comes from',
  ],
  [
    'undefined',
    value(undefined),
    'status must be a string, number, bigint, boolean, Date, null or literal, found undefined; ' +
      'write allOf(test ? condition : undefined)',
  ],
  [
    'a list',
    value(['FAILED']),
    'status must be a string, number, bigint, boolean, Date, null or literal, found an array; ' +
      'write h.name.in(values)',
  ],
  [
    'a date of another library',
    value({ year: 2024 }),
    'status must be a string, number, bigint, boolean, Date, null or literal, found an object; convert it to one',
  ],
  [
    'a Date to find in a text',
    property((status) => status.contains(new Date(0) as never)),
    'status must be a string, found an object; convert it to one',
  ],
  [
    'an undefined value in a template',
    () => odata`status eq ${undefined as never}`,
    'value 1 of the template (offset 10) must be a string, number, bigint, boolean, Date, null or literal, ' +
      'found undefined; write allOf(test ? condition : undefined)',
  ],
  [
    'a broken escape',
    () => odata(Object.assign([undefined], { raw: ['\\u{}'] }) as never),
    'template must not have an escape that JavaScript cannot read, such as \\u without digits; ' +
      'write \\\\ for a backslash',
  ],
  [
    'a path as a name',
    () => filter((h) => h.field('job/name').eq(1)),
    'filter must be a property name, found "job/name"; write a letter or _, then letters, digits, _ and #',
  ],
  [
    'no day',
    () => date('2024-02-30'),
    'date must be a calendar day (yyyy-MM-dd), found "2024-02-30"; ' +
      "write date('2024-02-29'), or value.toISOString().slice(0, 10)",
  ],
  [
    'no offset',
    () => dateTimeOffset('2024-01-01T00:00:00'),
    'dateTimeOffset must be a date-time with offset (yyyy-MM-ddTHH:mm:ssZ), found "2024-01-01T00:00:00"; ' +
      "write dateTimeOffset('2024-02-29T12:00:00Z'); a Date needs no dateTimeOffset()",
  ],
  [
    'no GUID',
    () => guid(5 as never),
    "guid must be a GUID, found a number; write guid('01234567-89ab-cdef-0123-456789abcdef')",
  ],
  [
    'a number as decimal',
    () => decimal(1.5 as never),
    "decimal must be a decimal number as text, found a number; write decimal('1.5')",
  ],
  ['a number as text', () => rawFilter(5 as never), 'filter must be a string, found a number; convert it to one'],
  ['a number to parse', () => parseFilter(5 as never), 'text must be a string, found a number; convert it to one'],
  ['no order', () => printOrderBy([]), 'orderBy must have at least one condition; leave the option out for any order'],
  [
    'another direction',
    () => printOrderBy('rows down'),
    "orderBy must have asc or desc after rows, and nothing else; write 'rows desc'",
  ],
  [
    'an order as one text',
    () => printOrderBy('jobname, runstartdate desc'),
    "orderBy must have one property in each condition; write ['jobname', 'runstartdate desc']",
  ],
  [
    'an order twice',
    () => printOrderBy(['rows', 'rows desc']),
    'orderBy must name each property once, found rows again; remove one',
  ],
  [
    'one name',
    () => printSelect('rows' as never),
    "select must be a list of property names, found a string; write ['JobName']",
  ],
  ['no name', () => printSelect([]), 'select must name at least one property; leave the option out to get all of them'],
  [
    'no key',
    () => keyPredicate(''),
    'key must be a string that is not empty, found an empty string; write the key as text',
  ],
  [
    'a key with half of a character',
    () => keyPredicate(half),
    'key must be well-formed text, found half of a surrogate pair; cut it between characters',
  ],
];

function thrownBy(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    if (isConfigError(error)) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}

test.each(messages)('%s: the message says what to write instead', (_mistake, run, message) => {
  expect(thrownBy(run).message).toBe(message);
  expect(message).toMatch(/; [a-z]+ \S/);
});

test('every place that throws a ConfigError has a message in the table', () => {
  const reached = new Set<string>();
  for (const [, run] of messages)
    for (const [place] of thrownBy(run).stack?.matchAll(/src\/[\w/-]+\.ts:\d+/g) ?? []) reached.add(place);
  const source = new URL('../../src/', import.meta.url);
  const places: string[] = [];
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    for (const [at, line] of readFileSync(new URL(file, source), 'utf8').split('\n').entries())
      if (/^(?! *\*).*(?:throw (?:new ConfigError|notAFilter|refusal)\(|return new ConfigError\()/.test(line))
        places.push(`src/${file}:${at + 1}`);
  }
  expect(places.length).toBeGreaterThan(15);
  expect(places.filter((place) => !reached.has(place))).toEqual([]);
});
