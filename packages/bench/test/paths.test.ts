import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

/** Suites refer to files of other packages by text, which the compiler does not check. */
it('names only files that exist', () => {
  const src = fileURLToPath(new URL('../src/', import.meta.url));
  const named = globSync('**/*.ts', { cwd: src }).flatMap((file) => {
    const base = pathToFileURL(`${src}${file}`);
    const urls = readFileSync(base, 'utf8').matchAll(/new URL\('([^']+\.ts)', import\.meta\.url\)/g);
    return [...urls].map(([, path = '']) => new URL(path, base));
  });
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((url) => !existsSync(url)).map(({ pathname }) => pathname)).toEqual([]);
});
