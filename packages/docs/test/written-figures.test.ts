import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { adviceOnFigures, checkFigures, documents, proseOf, type Page } from './support/figures.ts';
import { writtenPages } from './support/written-pages.ts';

// `npm test` runs this file, which needs no built site; figures.test.ts repeats the check with every page of the site.
const docs = new URL('../', import.meta.url);
const pages: readonly Page[] = [
  ...writtenPages.map((page) => [page, proseOf(readFileSync(new URL(page, docs), 'utf8'))] as const),
  ...documents,
];

test('every figure with a unit in the sources of the documentation comes from somewhere', () => {
  const { foreign, found } = checkFigures(pages);
  assert.ok(found > 30, `${found} figures`);
  assert.deepEqual(foreign, [], adviceOnFigures);
});
