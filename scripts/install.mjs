// Why: newcomers only run `npm start` and `npm test`. This runs before both, on the machine's own Node, and installs
// the locked dependencies if they are missing or differ from the lockfile. With names of workspaces, as for `npm start`,
// it installs only what these need at run time and the `dependencies` of the root, which takes less than half as long.
// It is plain JavaScript, because nothing is installed yet.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
const workspaces = process.argv.slice(2);
const [major] = process.versions.node.split('.').map(Number);

if (major < 20) {
  console.error(
    `Syncline needs Node 20 or newer, and this is ${process.version}. Install a newer Node, then try again.`,
  );
  process.exit(2);
}

/**
 * Whether `npm ci` would have nothing to do. npm writes what it has installed to `node_modules/.package-lock.json` when
 * it is done, so this is true after any install that followed the lockfile.
 */
function isInstalled() {
  const locked = readPackages('package-lock.json') ?? {};
  const installed = readPackages('node_modules/.package-lock.json');
  if (installed === undefined) return false;
  const areSame = Object.entries(locked).every(([path, entry]) => {
    // The root itself is not listed as installed.
    if (installed[path] === undefined) return path === '' || (entry.optional === true && !isForThisSystem(entry));
    return installed[path].version === entry.version && installed[path].integrity === entry.integrity;
  });
  return areSame && hasNode24();
}

/**
 * Whether an optional package is a program for this system, which npm leaves out only if it was asked to
 * (`--omit=optional`): the tools do not start without theirs. Those for one libc do not count, because Node does not say
 * quickly which one it uses, and some of the others are always missing with them.
 */
function isForThisSystem({ os, cpu, libc }) {
  const isListed = (allowed, own) => allowed !== undefined && [allowed].flat().includes(own);
  return libc === undefined && isListed(os, process.platform) && isListed(cpu, process.arch);
}

/**
 * Whether the scripts will run on Node 24. For common systems it is one of the `optionalDependencies`, and npm puts it
 * first in the path of every script; elsewhere it has to be the machine's own.
 */
function hasNode24() {
  return major >= 24 || ['node', 'node.cmd'].some((name) => existsSync(new URL(`node_modules/.bin/${name}`, root)));
}

/** Written after an install for some workspaces: which, and the lockfile. `npm ci` removes it with its folder. */
const record = new URL('node_modules/.installed-for.json', root);

function recordOfWorkspaces() {
  return JSON.stringify({ workspaces, lockfile: readPackages('package-lock.json') });
}

function isInstalledForWorkspaces() {
  return workspaces.length > 0 && existsSync(record) && readFileSync(record, 'utf8') === recordOfWorkspaces();
}

/** The packages of a lockfile by their paths; undefined if the file is missing or damaged. */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(new URL(file, root), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

if (isInstalled() || isInstalledForWorkspaces()) process.exit(0);

const began = Date.now();
console.log('Installing the locked dependencies (npm ci) …');
const heartbeat = `setInterval(() => console.log('  … still installing'), 15000)`;
const ticker = spawn(process.execPath, ['-e', heartbeat], { stdio: 'inherit' });
const only = ['--omit=dev', '--include-workspace-root', ...workspaces.map((name) => `--workspace=@syncline/${name}`)];
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
// The programs of the tools are optional packages, whatever the user's configuration of npm omits.
const install = spawnSync('npm', ['ci', ...quiet, '--include=optional', ...(workspaces.length > 0 ? only : [])], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
ticker.kill();
if (install.status !== 0) {
  console.error('\nThe install failed: read the output of npm above. Run `npm ci` in this folder to try again.');
  process.exit(install.status ?? 1);
}
if (!hasNode24()) {
  console.error(
    `\nThe scripts need Node 24. This is ${process.version}, and npm has installed none for ${process.platform}-${process.arch}. Install Node 24 or newer, then try again.`,
  );
  process.exit(2);
}
if (workspaces.length > 0) writeFileSync(record, recordOfWorkspaces());
const rest = workspaces.length > 0 ? ' `npm test` or `npm ci` installs the tools for development.' : '';
console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.${rest}\n`);
