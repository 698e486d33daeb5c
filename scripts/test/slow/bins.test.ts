import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sourceOf } from '../../build/entries.ts';

const root = resolve(import.meta.dirname, '../../..');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly bin?: Readonly<Record<string, string>>;
}

const bins = globSync('packages/*/package.json', { cwd: root }).flatMap((path) => {
  const { bin = {}, engines, version } = JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;
  return Object.entries(bin).map(([name, built]) => ({
    name,
    version,
    source: join(root, dirname(path), sourceOf(built)),
    needed: engines.node.replace(/^>=/, ''),
  }));
});

function temporaryFile(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-bins-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** Runs a program on the current Node, which is made to report a different version. */
function runAs(version: string, source: string, ...args: readonly string[]) {
  const fake = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
  const preload = temporaryFile('fake.cjs', fake);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@syncline/source', '--require', preload, source, ...args],
    { encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

/** The Node installations on PATH that are too old for every bin. */
const oldNodes = [...new Set((process.env.PATH ?? '').split(':'))]
  .flatMap((folder) => globSync(join(folder, 'node')))
  .filter((node) => Number(execFileSync(node, ['--version'], { encoding: 'utf8' }).slice(1).split('.')[0]) < 22);

describe.each(bins)('$name', ({ name, version, source, needed }) => {
  const refusal = (found: string) =>
    `${name} needs Node ${needed} or newer, but this is Node ${found}. Install a newer Node.\n`;
  const [major = 0, minor = 0] = needed.split('.').map(Number);

  test.each([
    `${major}.${minor - 1}.9`,
    `${major - 1}.99.0`,
    '8.17.0',
  ])('says in one line that Node %s is too old, and exits with 2', (old) => {
    expect(runAs(old, source)).toEqual({ status: 2, stdout: '', stderr: refusal(old) });
  });

  test.each([`${needed}.0`, `${major + 1}.0.0`])('starts on Node %s', (found) => {
    expect(runAs(found, source, '--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('is a file that an old Node can parse: without static imports, and without new syntax', () => {
    const code = stripTypeScriptTypes(readFileSync(source, 'utf8'));
    expect(() => new Script(code)).not.toThrow();
    expect(code).not.toMatch(/\?\.|\?\?|\|\|=|&&=|\d_\d|#[a-z]+[ ;=(]/);
  });

  test.skipIf(oldNodes.length === 0)(
    `is refused by a real old Node${oldNodes.length === 0 ? ' (skipped: no Node older than 22 on PATH)' : ''}`,
    () => {
      const program = temporaryFile('bin.js', stripTypeScriptTypes(readFileSync(source, 'utf8')));
      for (const node of oldNodes) {
        const found = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
        const { status, stderr } = spawnSync(node, [program], { encoding: 'utf8' });
        expect({ status, stderr }).toEqual({ status: 2, stderr: refusal(found) });
      }
    },
  );
});

test('every package with a bin is found', () => {
  expect(bins.map(({ name }) => name)).toEqual(expect.arrayContaining(['syncline', 'syncline-sandbox']));
});
