import ts from 'typescript';
import { expect, test } from 'vitest';
import { createNames } from '../../src/generate/names.ts';

const namesOf = (records: readonly string[], operations: readonly string[] = [], taken: readonly string[] = []) =>
  createNames({ taken, records, operations, schemes: [] });

/**
 * Keywords that TypeScript does not accept as the name of a const or type, or where a type is used, and globals that the
 * generated files use.
 */
const keywords = Array.from(
  { length: ts.SyntaxKind.LastKeyword - ts.SyntaxKind.FirstKeyword + 1 },
  (_, index) => ts.tokenToString(ts.SyntaxKind.FirstKeyword + index) ?? '',
);
const isRefused = (word: string): boolean =>
  [
    `export const ${word} = 1;`,
    `export interface ${word} {}`,
    `export type ${word} = 1;`,
    `export type A = { a: ${word}; b: ${word}[]; c: ${word}['d'] | null };`,
    `import type { A, ${word} } from './a.js';`,
  ].some((text) => {
    const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
    return diagnostics.length > 0;
  });

test.each([
  ...keywords.filter(isRefused),
  'arguments',
  'undefined',
  'await',
  'any',
  'object',
  'string',
  'symbol',
])('the keyword %s gets an underscore, as a record and as an operation', (word) => {
  expect(namesOf([word]).record(word)).toBe(`${word}_`);
  expect(namesOf([], [word]).operation(word)).toBe(`${word}_`);
});

test.each([
  'Record',
  'Readonly',
  'Omit',
  'Extract',
  'Exclude',
  'Partial',
  'Required',
  'Pick',
  'Array',
  'Date',
  'Promise',
  'Object',
  'Function',
  'String',
  'Number',
  'Boolean',
  'Symbol',
  'BigInt',
  'globalThis',
  'NaN',
  'Infinity',
  'Tables',
  'TablesOperation',
  'Decoded',
  'Described',
  'DecodeTable',
  'OperationId',
  'SecuritySchemeId',
  'WireComponents',
  'operations',
  'securitySchemes',
  'fields',
  'paths',
  'components',
])('a record named %s does not hide what the generated files use', (word) => {
  expect(namesOf([word]).record(word)).toBe(`${word}_`);
});

test('a name that is taken gets a number, and each name is asked for once', () => {
  const names = namesOf(['Pet', 'Pet', 'pet-s', 'petS', 'delete'], ['Pet', 'delete', ''], ['Taken']);
  expect(['Pet', 'pet-s', 'petS', 'delete'].map(names.record)).toEqual(['Pet', 'petS', 'petS2', 'delete_']);
  expect(['Pet', 'delete', ''].map(names.operation)).toEqual(['Pet2', 'delete_2', '_']);
  expect(['Pet', 'petS'].map(names.table)).toEqual(['petDecode', 'petSDecode2']);
  expect(['Pet', 'petS'].map(names.properties)).toEqual(['PetProperties', 'petSProperties2']);
  expect(namesOf(['Taken'], [], ['Taken', 'Taken2']).record('Taken')).toBe('Taken3');
  expect(names.record('not-asked for')).toBe('notAskedFor');
});

test('a security scheme has a const for itself and one for its token request', () => {
  const names = createNames({ taken: [], records: [], operations: [], schemes: ['API key', 'oauth'] });
  expect([names.scheme('API key'), names.tokenPath('oauth'), names.tokenForm('oauth')]).toEqual([
    'apiKeyScheme',
    'oauthTokenPath',
    'oauthTokenForm',
  ]);
});
