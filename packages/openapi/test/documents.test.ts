import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operations } from '../src/index.ts';

interface Bundle {
  readonly info: { readonly version: string };
  readonly security?: readonly object[];
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId?: string;
            readonly 'x-source'?: string;
            readonly security?: readonly object[];
            readonly parameters?: unknown;
          }
        >
      >
    >
  >;
}

const read = (name: string): Bundle =>
  JSON.parse(readFileSync(new URL(`../documents/${name}.json`, import.meta.url), 'utf8')) as Bundle;
const bundles = ['odata', 'v2', 'cloud'].map(read);
const text = JSON.stringify(bundles);

test('the OData document carries version 26.2.0', () => {
  expect(read('odata').info.version).toBe('26.2.0');
});

test('each operation of the tables is in a bundled document, with its section', () => {
  const described = bundles
    .flatMap(({ paths }) => Object.values(paths).flatMap((item) => Object.values(item)))
    .filter(({ operationId }) => operationId !== undefined);
  expect(described.map(({ operationId }) => operationId)).toEqual(Object.keys(operations));
  expect(described.map((operation) => operation['x-source'])).toEqual(
    Object.values(operations).map(({ source }) => source),
  );
});

test('security alternatives are alternatives: no requirement combines two schemes', () => {
  const requirements = bundles.flatMap(({ security = [], paths }) => [
    ...security,
    ...Object.values(paths)
      .flatMap((item) => Object.values(item))
      .flatMap((operation) => operation.security ?? []),
  ]);
  expect(requirements.map((requirement) => Object.keys(requirement))).toEqual([
    ['basic'],
    ['apiKeyHeader'],
    ['apiKeyQuery'],
    ['userToken'],
    ['basic'],
    ['personalAccessToken'],
    ['clientCredentials'],
  ]);
});

test('the workspaces operation has no parameter with an invented name', () => {
  expect(read('v2').paths['/v2/workspaces']?.['get']?.parameters).toBeUndefined();
});

test('a bundle refers to nothing outside itself', () => {
  expect(
    [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref]) => ref).filter((ref) => !ref?.startsWith('#/components/')),
  ).toEqual([]);
});

test('every open question has a decision record, and every decision record about the specification is in a document', () => {
  const asked = new Set(
    [...text.matchAll(/"x-open-question":(\[[^\]]*\]|"[^"]*")/g)].flatMap(([, value]) =>
      [JSON.parse(value ?? '[]') as string | string[]].flat(),
    ),
  );
  const records = readdirSync(new URL('../../docs/decisions/', import.meta.url)).map((file) => file.slice(0, 4));
  expect([...asked].filter((question) => !records.includes(question))).toEqual([]);
  expect([...asked].sort()).toEqual([
    '0001',
    '0002',
    '0003',
    '0004',
    '0005',
    '0006',
    '0007',
    '0008',
    '0009',
    '0010',
    '0011',
    '0012',
    '0013',
  ]);
});
