// Why: while you work on one package, its tests run again after each change. They use the sources, so no build is
// needed. Usage: npm run watch -- PACKAGE [FILTER …], for example `npm run watch -- odata filter`.
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const packages = globSync('packages/*/vitest.config.ts', { cwd: root }).map((file) =>
  dirname(file).slice('packages/'.length),
);
const [name = '', ...filters] = process.argv.slice(2);
const found = name.replace(/^@syncline\//, '');

if (!packages.includes(found)) {
  const problem = name === '' ? 'Name a package.' : `There is no package ${JSON.stringify(name)} with tests.`;
  console.error(`${problem} Usage: npm run watch -- PACKAGE [FILTER …]\nPackages: ${packages.sort().join(', ')}`);
  process.exit(2);
}

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const child = spawn(process.execPath, [vitest, 'watch', ...filters], {
  cwd: join(root, 'packages', found),
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('close', (code) => process.exit(code ?? 0));
