import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writtenPages } from './support/written-pages.ts';

const root = new URL('../../../', import.meta.url);
const pages = [
  ...globSync(['decisions/*.md', 'diagrams/*.txt'], { cwd: fileURLToPath(new URL('../', import.meta.url)) }),
  ...writtenPages,
].map((name) => ({ name, text: readFileSync(new URL(`packages/docs/${name}`, root), 'utf8') }));

/** Matches in the text of the pages. Code blocks are left out, because they are about the reader's own files. */
const mentions = (pattern: RegExp) =>
  pages.flatMap(({ name, text }) =>
    [...text.replace(/^```.*?^```/gms, '').matchAll(pattern)].map(([, found = '']) => ({ page: name, found })),
  );

test('every file of the repository that a page names exists', () => {
  const named = mentions(/(?<!@syncline\/)((?:packages|openapi|scripts)\/[\w./-]*\w|[\w./-]+\/[\w-]+\.ts)\b/g);
  assert.ok(named.length > 10, `${named.length} files named`);
  assert.deepEqual(
    named.filter(({ found }) => !existsSync(new URL(found, root))),
    [],
  );
});

test('every decision that a page names exists', () => {
  const numbers = new Set(pages.map(({ name }) => /^decisions\/(\d{4})/.exec(name)?.[1]));
  const named = mentions(/\((\d{4})\)/g);
  assert.ok(named.length > 5, `${named.length} decisions named`);
  assert.deepEqual(
    named.filter(({ found }) => !numbers.has(found)),
    [],
  );
});
