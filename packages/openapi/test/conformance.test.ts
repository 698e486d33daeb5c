import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { vectorFiles, vectors } from '../../../openapi/conformance/index.ts';
import { operations } from '../src/index.ts';

const all = Object.values(vectors).flat();

test.each([...vectorFiles()])('%s matches openapi/conformance', (path, content) => {
  expect(readFileSync(new URL(`../conformance/${path}`, import.meta.url), 'utf8')).toBe(content);
});

test('there are at least 150 vectors, each with a unique title', () => {
  expect(all.length).toBeGreaterThanOrEqual(150);
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
});

test('each operation that a method sends has vectors; a credential reaches the token endpoint', () => {
  expect(new Set(all.map(({ operation }) => operation))).toEqual(
    new Set(Object.values(operations).flatMap(({ id, call }) => (call.includes('.') ? [id] : []))),
  );
  expect(all.some(({ exchanges }) => exchanges.some(({ request }) => request.url.endsWith('/oauth/token')))).toBe(true);
});
