import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const pages = ['../README.md', '../../docs/src/content/docs/guides/parsing-filters.md']
  .map((page) => readFileSync(new URL(page, import.meta.url), 'utf8'))
  .join('\n');
const blocks = [...pages.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = '']) => block);
const index = new URL('../src/index.ts', import.meta.url).href;

test.each(
  blocks.map((block, at) => [at + 1, block] as const),
)('example %i of the README and the guide returns what it says', async (_number, block) => {
  let claims = 0;
  const code = block
    .replaceAll("'@syncline/odata'", JSON.stringify(pathToFileURL(new URL(index).pathname).href))
    .replace(
      /^(?!\/\/|const |let |import |interface )(\S.*); \/\/ ((?:["[]|true|false|null).*)$/gm,
      (_line, expression: string, value: string) => {
        claims++;
        return `results.push([${expression}, ${value}]);`;
      },
    );
  const folder = mkdtempSync(join(tmpdir(), 'odata-readme-'));
  const file = join(folder, 'example.ts');
  writeFileSync(file, `export const results: unknown[][] = [];\n${code}`);
  const { results } = (await import(/* @vite-ignore */ file)) as { results: [unknown, unknown][] };
  rmSync(folder, { recursive: true });
  expect(results).toHaveLength(claims);
  expect(claims).toBeGreaterThan(1);
  for (const [found, said] of results) expect(found).toEqual(said);
});
