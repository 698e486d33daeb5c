import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dist } from './support/serve.ts';

// Outside code, the renderer changes '…' to ‘…’ and -- to –, so that neither an option nor a value can be copied.
test('no page shows an option or a value with typographic quotes or dashes', () => {
  const pages = globSync('**/*.md', { cwd: fileURLToPath(dist) });
  assert.ok(pages.length > 40, `${pages.length} pages`);
  const changed = pages.flatMap((page) =>
    [...readFileSync(new URL(page, dist), 'utf8').matchAll(/(?<=\s|\()–[a-z].*|‘[^’\n]*’/g)].map(
      ([text]) => `${page}: ${text.slice(0, 80)}`,
    ),
  );
  assert.deepEqual(changed, []);
});

test('the description of a page shows code as code', () => {
  const ledes = globSync('**/*.html', { cwd: fileURLToPath(dist) }).flatMap((page) => {
    const [, lede] = /<p class="lede[^"]*"[^>]*>(.*?)<\/p>/s.exec(readFileSync(new URL(page, dist), 'utf8')) ?? [];
    return lede === undefined ? [] : [{ page, lede }];
  });
  assert.ok(ledes.length > 40, `${ledes.length} descriptions`);
  assert.deepEqual(
    ledes.filter(({ lede }) => lede.includes('`')),
    [],
  );
});
