import { describe, expect, test } from 'vitest';
import { parseFilter } from '../../src/index.ts';

type Weigh = (result: never, args: readonly unknown[], self: string) => number;

/** The methods with which the parser reads a text, and how many characters each call can read. */
const reads: readonly [prototype: object, method: string, weigh: Weigh][] = [
  [String.prototype, 'charCodeAt', () => 1],
  [String.prototype, 'charAt', () => 1],
  [String.prototype, 'slice', (result: string) => result.length],
  [String.prototype, 'startsWith', () => 3],
  [String.prototype, 'replaceAll', (result: string) => result.length * 2],
  [
    String.prototype,
    'indexOf',
    (found: number, [, from = 0], text) => (found === -1 ? text.length : found) - (from as number) + 1,
  ],
  [RegExp.prototype, 'exec', (found: readonly string[] | null) => 40 + (found?.[0]?.length ?? 0)],
  [RegExp.prototype, 'test', (_found, [subject]) => Math.min(130, (subject as string).length)],
];

/** The number of characters that `parse` reads. A character counts each time it is read. */
function visits(text: string, parse: (text: string) => unknown = parseUnlimited): number {
  let seen = 0;
  const restores = reads.map(([prototype, method, weigh]) => {
    const real = Reflect.get(prototype, method) as (...args: unknown[]) => unknown;
    Reflect.set(prototype, method, function counted(this: string, ...args: unknown[]) {
      const result = Reflect.apply(real, this, args);
      seen += weigh(result as never, args, this);
      return result;
    });
    return () => Reflect.set(prototype, method, real);
  });
  try {
    parse(text);
  } catch {
    // A refused text counts too, because only the number of characters matters.
  }
  for (const restore of restores) restore();
  return seen;
}

function parseUnlimited(text: string): unknown {
  return parseFilter(text, { maxLength: Infinity, maxNodes: Infinity, maxDepth: 500 });
}

/** Inputs of about `size` characters for which other parsers take quadratic time or worse. */
const families: Readonly<Record<string, (size: number) => string>> = {
  'a chain of comparisons': (size) => Array.from({ length: size / 10 }, () => 'a eq 1').join(' or '),
  'a long string': (size) => `a eq '${'x'.repeat(size)}'`,
  'doubled quotes': (size) => `a eq '${"''".repeat(size / 2)}'`,
  'quotes that never end': (size) => `a eq ${"'".repeat(size - (size % 2) + 1)}`,
  'a long number': (size) => `a eq ${'9'.repeat(size)}`,
  'a long fraction of zeros': (size) => `a eq 1.${'0'.repeat(size)}1${'0'.repeat(size)}`,
  'a number with a broken exponent': (size) => `a eq ${'1'.repeat(size)}e`,
  'a long name': (size) => `${'x'.repeat(size)} eq 1`,
  'a long name of other letters': (size) => `${'ö'.repeat(size)} eq 1`,
  'a long dotted name': (size) => `${'a.'.repeat(size / 2)}b`,
  spaces: (size) => `a${' '.repeat(size)}eq 1`,
  'spaces in parentheses': (size) => `(${' '.repeat(size)}a eq 1${' '.repeat(size)}) and`,
  'groups side by side': (size) => Array.from({ length: size / 14 }, () => '((a eq 1))').join(' and '),
  'not beside not': (size) => Array.from({ length: size / 16 }, () => 'not (a eq 1)').join(' or '),
  'dates and GUIDs': (size) =>
    Array.from({ length: size / 64 }, () => 'a eq 2024-01-01 or abcdefab eq 01234567-89ab-cdef-0123-456789abcdef').join(
      ' or ',
    ),
  functions: (size) => Array.from({ length: size / 20 }, () => "contains(a,'x')").join(' or '),
};

describe('reads in linear time: twice the text takes at most twice the reads', () => {
  test.each(Object.keys(families))('%s', (name) => {
    const family = families[name] as (size: number) => string;
    const [small, large] = [family(4096), family(16384)];
    const growth = visits(large) / visits(small) / (large.length / small.length);
    expect(growth).toBeLessThan(1.1);
    expect(visits(large)).toBeGreaterThan(large.length / 4);
    expect(visits(large)).toBeLessThan(40 * large.length + 2000);
  });

  test('the count detects a parser that backtracks (the check can fail)', () => {
    const quadratic = (text: string): void => {
      for (let at = 0; at < text.length; at++) text.slice(0, at);
    };
    const [small, large] = ['x'.repeat(1024), 'x'.repeat(4096)];
    expect(visits(large, quadratic) / visits(small, quadratic) / 4).toBeGreaterThan(1.1);
  });
});

test('8 KiB of parentheses, of not, of unclosed calls and of mixed nesting are refused without a stack overflow', () => {
  const options = { maxDepth: 500 };
  for (const unit of ['(', 'not ', 'contains(', 'not (', 'a eq (', 'a eq 1 or (', '(a eq 1 and ']) {
    expect(() => parseFilter(unit.repeat(8192 / unit.length), options)).toThrow(
      expect.objectContaining({ name: 'ODataSyntaxError' }),
    );
  }
  expect(() => parseFilter('('.repeat(10_000), { ...options, maxLength: Infinity })).toThrow('at most 500 (maxDepth)');
});
