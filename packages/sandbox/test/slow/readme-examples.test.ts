import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const pages = ['../../README.md', '../../../docs/src/content/docs/guides/testing.md']
  .map((page) => readFileSync(new URL(page, import.meta.url), 'utf8'))
  .join('\n');
const folder = fileURLToPath(new URL('../..', import.meta.url));
const vitest = fileURLToPath(new URL('../../../../node_modules/vitest/vitest.mjs', import.meta.url));

it.each([
  ['vitest', (file: string) => [vitest, 'run', file]],
  ['node:test', (file: string) => ['--conditions=@syncline/source', '--test', file]],
])('the example of the README or the guide for %s passes', (name, args) => {
  const code = new RegExp(`\`\`\`ts ${name}\\n([^]*?)\`\`\``).exec(pages)?.[1] ?? '';
  expect(code).toContain('createSandbox');
  const file = `test/readme-${name.replace(':', '-')}.test.ts`;
  writeFileSync(`${folder}/${file}`, code);
  onTestFinished(() => rmSync(`${folder}/${file}`));
  const { NODE_TEST_CONTEXT: _, VITEST: __, SUITE: ___, ...env } = process.env;
  const output = execFileSync(process.execPath, args(file), {
    cwd: folder,
    env: { ...env, NO_COLOR: '1' } as NodeJS.ProcessEnv,
    encoding: 'utf8',
  });
  expect(output).toMatch(name === 'vitest' ? /Tests\s+2 passed/ : /pass 1/);
});
