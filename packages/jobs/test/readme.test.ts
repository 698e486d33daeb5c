import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lintRules } from '../src/index.ts';

const guide = readFileSync(new URL('../../docs/src/content/docs/guides/checking-jobs.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = '']) => block);
const index = new URL('../src/index.ts', import.meta.url);
const claim = /^(?!\/\/|const |let |import |interface )(\S.*); \/\/ (["[\d].*)$/gm;

test.each(
  blocks.filter((block) => block.match(claim)).map((block, at) => [at + 1, block] as const),
)('example %i of the guide returns what it says', async (_number, block) => {
  const code = block
    .replaceAll("'@syncline/jobs'", JSON.stringify(index.href))
    .replace(claim, (_line, expression: string, value: string) => `results.push([${expression}, ${value}]);`);
  const folder = mkdtempSync(join(tmpdir(), 'jobs-readme-'));
  const file = join(folder, 'example.ts');
  writeFileSync(file, `export const results: unknown[][] = [];\n${code}`);
  const { results } = (await import(/* @vite-ignore */ file)) as { results: [unknown, unknown][] };
  rmSync(folder, { recursive: true });
  expect(results.length).toBeGreaterThan(1);
  for (const [found, said] of results) expect(found).toEqual(said);
});

test('the guide names rules that exist', () => {
  const ids = lintRules.map(({ id }) => id);
  const table = guide.slice(guide.indexOf('| Setting |'), guide.indexOf('### Your own rules'));
  const named = [...table.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map(([, id]) => id);
  expect(named.length).toBeGreaterThan(4);
  expect(ids).toEqual(expect.arrayContaining(named));
});
