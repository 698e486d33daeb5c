// Why: `npm start` and `npm test` are all a newcomer types. This runs before both, on the machine's own Node, and installs the
// locked dependencies only when they are missing or another lockfile's. Plain JavaScript: nothing is installed yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
const stamp = new URL('node_modules/.syncline-installed', root);
const [major] = process.versions.node.split('.').map(Number);

if (major < 20) {
  console.error(`Syncline needs Node 20 or newer to install; this is ${process.version}.`);
  process.exit(2);
}

const lock = createHash('sha256')
  .update(readFileSync(new URL('package-lock.json', root)))
  .digest('hex');
if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) process.exit(0);

const began = Date.now();
console.log('Installing the locked dependencies (npm ci) …');
const heartbeat = `setInterval(() => console.log('  … still installing'), 15000)`;
const ticker = (await import('node:child_process')).spawn(process.execPath, ['-e', heartbeat], { stdio: 'inherit' });
const install = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
ticker.kill();
if (install.status !== 0) {
  console.error('\nThe install failed. What npm said stands above; `npm ci` in this folder repeats it.');
  process.exit(install.status ?? 1);
}
writeFileSync(stamp, lock);
console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.\n`);
