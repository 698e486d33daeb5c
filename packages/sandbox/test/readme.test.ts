import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { settingNames, settings } from '../src/faults/rule.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const folder = fileURLToPath(new URL('..', import.meta.url));
const vitest = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url));

it.each([
  ['vitest', (file: string) => [vitest, 'run', file]],
  ['node:test', (file: string) => ['--conditions=@syncline/source', '--test', file]],
])('the README example for %s passes', (name, args) => {
  const code = new RegExp(`\`\`\`ts ${name}\\n([^]*?)\`\`\``).exec(readme)?.[1] ?? '';
  expect(code).toContain('createSandbox');
  const file = `test/readme-${name.replace(':', '-')}.test.ts`;
  writeFileSync(`${folder}/${file}`, code);
  onTestFinished(() => rmSync(`${folder}/${file}`));
  const { NODE_TEST_CONTEXT: _, VITEST: __, ...env } = process.env;
  const output = execFileSync(process.execPath, args(file), {
    cwd: folder,
    env: { ...env, NO_COLOR: '1' } as NodeJS.ProcessEnv,
    encoding: 'utf8',
  });
  expect(output).toMatch(name === 'vitest' ? /Tests\s+2 passed/ : /pass 1/);
});

/** The table of fault settings, generated from their definitions. */
function faultTable(): string {
  const rows = settingNames.map((name) => {
    const { summary, examples } = settings[name];
    const [first, ...others] = examples.map((example, index) => `\`${index === 0 ? `${name}: ` : ''}${example}\``);
    return `| ${summary} | ${[first, ...others].join(', ')} |`;
  });
  return ['| effect | setting |', '|---|---|', ...rows].join('\n');
}

it('the table of faults contains every setting, as it is defined', async () => {
  const table = /(<!-- The table of settings is generated [^\n]*-->\n\n)[^]*?(\n?<!-- End of the table. -->)/;
  expect(readme).toMatch(table);
  const generated = readme.replace(
    table,
    (_, start: string) => `${start}${faultTable()}\n\n<!-- End of the table. -->`,
  );
  await expect(generated).toMatchFileSnapshot('../README.md');
});
