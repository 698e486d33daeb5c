/**
 * Installs the site's own dependencies when they are missing or older than the lockfile. It is plain JavaScript without
 * a dependency, because it runs first, with whatever Node the machine has. The packages themselves come from the root
 * install.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = new URL('../', import.meta.url);
const lock = new URL('package-lock.json', here);
const installed = new URL('node_modules/.package-lock.json', here);

if (!existsSync(new URL('../../node_modules/.package-lock.json', here))) {
  console.error('packages/docs: the packages are not installed.\nFix it with: npm ci (at the root)');
  process.exit(1);
}
if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
  console.log('packages/docs: installing the tools of the site (npm ci) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: fileURLToPath(here),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}
