import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = join(import.meta.dirname, '../install.mjs');

const own = { os: [process.platform], cpu: [process.arch] };
const locked = {
  '': { name: 'syncline' },
  'packages/core': { name: '@syncline/core', version: '0.0.0' },
  'node_modules/@syncline/core': { resolved: 'packages/core', link: true },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  // Optional packages: of another system, of one libc, and for what npm installs as it likes.
  'node_modules/b-other': { version: '1.0.0', integrity: 'sha512-b', optional: true, os: ['other'], cpu: ['x64'] },
  'node_modules/b-musl': { version: '1.0.0', integrity: 'sha512-m', optional: true, ...own, libc: ['musl'] },
  'node_modules/b-any': { version: '1.0.0', integrity: 'sha512-y', optional: true },
};
const { '': _root, 'node_modules/b-other': _other, 'node_modules/b-musl': _musl, ...rest } = locked;
const { 'node_modules/b-any': _any, ...installed } = rest;

describe('install.mjs', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'install-'));
    mkdirSync(join(folder, 'scripts'));
    cpSync(script, join(folder, 'scripts/install.mjs'));
    // A substitute for npm that records its arguments.
    write('bin/npm', `#!/bin/sh\necho "$@" > '${join(folder, 'called')}'\nexit $NPM_STATUS\n`);
    chmodSync(join(folder, 'bin/npm'), 0o755);
    write('package-lock.json', JSON.stringify({ packages: locked }));
    write('node_modules/.bin/node', '');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }

  /** Runs the script, on the Node that reads TypeScript or as if on another one. */
  function run(status = 0, workspaces: readonly string[] = [], version?: string) {
    const env = {
      ...process.env,
      PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
      NPM_STATUS: `${status}`,
    };
    const versions = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
    const other = version === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(versions)}`];
    const program = [...other, join(folder, 'scripts/install.mjs'), ...workspaces];
    const { status: code, stderr } = spawnSync(process.execPath, program, { env, encoding: 'utf8' });
    const called = existsSync(join(folder, 'called')) && readFileSync(join(folder, 'called'), 'utf8').trim();
    rmSync(join(folder, 'called'), { force: true });
    return { code, stderr, called };
  }

  const noteInstalled = (packages: object) => write('node_modules/.package-lock.json', JSON.stringify({ packages }));

  it('does nothing after npm has installed what the lockfile says', () => {
    noteInstalled(installed);
    expect(run()).toMatchObject({ code: 0, called: false });
  });

  it('accepts a package that the lockfile does not list', () => {
    noteInstalled({ ...installed, 'node_modules/own': { version: '1.0.0' } });
    expect(run()).toMatchObject({ code: 0, called: false });
  });

  it.each<[string, () => void]>([
    ['nothing is installed', () => undefined],
    ['the record of the install is damaged', () => write('node_modules/.package-lock.json', '{')],
    ['a package is missing', () => noteInstalled({ 'packages/core': installed['packages/core'] })],
    ['a version differs', () => noteInstalled({ ...installed, 'node_modules/a': { version: '1.0.1' } })],
    [
      'a checksum differs',
      () => noteInstalled({ ...installed, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' } }),
    ],
  ])('installs when %s', (_title, prepare) => {
    prepare();
    expect(run()).toMatchObject({ code: 0, called: 'ci --no-audit --no-fund --loglevel=error --include=optional' });
  });

  it('installs when the program of a tool was left out, as by `npm ci --omit=optional`', () => {
    const program = { version: '1.0.0', integrity: 'sha512-p', optional: true, ...own };
    write('package-lock.json', JSON.stringify({ packages: { ...locked, 'node_modules/program': program } }));
    noteInstalled(installed);
    expect(run()).toMatchObject({ code: 0, called: expect.stringContaining('--include=optional') });
    noteInstalled({ ...installed, 'node_modules/program': program });
    expect(run()).toMatchObject({ code: 0, called: false });
  });

  describe('for some workspaces', () => {
    const part =
      'ci --no-audit --no-fund --loglevel=error --include=optional --omit=dev --include-workspace-root --workspace=@syncline/core';

    it('installs only what they need, and does it once', () => {
      expect(run(0, ['core'])).toMatchObject({ code: 0, called: part });
      expect(run(0, ['core'])).toMatchObject({ code: 0, called: false });
      expect(run(0, ['core', 'auth']).called).toContain('--workspace=@syncline/auth');
    });

    it('does nothing if everything is installed', () => {
      noteInstalled(installed);
      expect(run(0, ['core'])).toMatchObject({ code: 0, called: false });
    });

    it('installs again after the lockfile has changed', () => {
      run(0, ['core']);
      write('package-lock.json', JSON.stringify({ packages: { ...locked, 'node_modules/c': { version: '1.0.0' } } }));
      expect(run(0, ['core']).called).toBe(part);
    });

    it('installs again after a failure', () => {
      expect(run(7, ['core']).code).toBe(7);
      expect(run(0, ['core']).called).toBe(part);
    });

    it('leaves the rest to the next install', () => {
      noteInstalled({ 'packages/core': installed['packages/core'] });
      run(0, ['core']);
      expect(run().called).toBe('ci --no-audit --no-fund --loglevel=error --include=optional');
    });
  });

  describe('on a system for which npm has no Node 24', () => {
    beforeEach(() => rmSync(join(folder, 'node_modules/.bin/node')));

    it('needs nothing else if the machine has one', () => {
      noteInstalled(installed);
      expect(run()).toMatchObject({ code: 0, called: false });
    });

    it('says what is missing', () => {
      noteInstalled(installed);
      expect(run(0, [], '20.0.0')).toMatchObject({
        code: 2,
        called: 'ci --no-audit --no-fund --loglevel=error --include=optional',
        stderr: expect.stringContaining('Install Node 24 or newer, then try again.'),
      });
    });
  });

  it('needs Node 20', () => {
    expect(run(0, [], '18.20.0')).toMatchObject({
      code: 2,
      called: false,
      stderr: expect.stringContaining('Syncline needs Node 20 or newer'),
    });
  });

  it('fails with the code of npm, and says what to do', () => {
    expect(run(7)).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('Run `npm ci` in this folder to try again.'),
    });
  });
});
