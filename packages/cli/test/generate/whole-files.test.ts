import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generateFiles } from '../../src/index.ts';
import { DEPOT, YARD } from './depot.ts';

/** For files that are mostly the same for every document: the part that depends on the document. */
const PARTS: Readonly<Record<string, RegExp>> = {
  'depot.gen.ts': /^export interface components[^]*?^\}\n/m,
  'decode.gen.ts': /^\/\*\* How to decode Place[^]*/m,
  'tables.gen.ts': /^\/\*\* The paths of the yard[^]*/m,
};

// An intended change of the generator also changes these texts. Compare them, and copy the new output.
test.each([
  'depot.gen.ts',
  'records.gen.ts',
  'properties.gen.ts',
  'operations.gen.ts',
  'security-schemes.gen.ts',
  'decode.gen.ts',
  'fields.gen.ts',
  'tables.gen.ts',
  'index.ts',
])('%s contains exactly what the document says', (name) => {
  const text = generateFiles([YARD, DEPOT], { sources: '', extension: '.js' }).get(name) ?? '';
  const expected = readFileSync(new URL(`./depot/${name}.txt`, import.meta.url), 'utf8');
  expect((PARTS[name] ?? /[^]*/).exec(text)?.[0]).toBe(expected);
});
