import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromEnvironment } from '@syncline/auth';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/description-copy.ts';
import { type Contents, ESM, filesIn, projectWith, STRICT, textOf } from '../support/init-project.ts';
import { runCommand } from '../support/run-command.ts';

describe('what it refuses', () => {
  test('a folder without package.json: exit 2 and what to do', async () => {
    const folder = await temporaryFolder();
    const { status, err } = await runCommand('init', folder);
    expect(status).toBe(2);
    expect(err).toContain(`${folder} has no package.json. Run \`npm init\` there first`);
    expect(filesIn(folder)).toEqual([]);
    mkdirSync(join(folder, '.git'));
    writeFileSync(join(folder, 'package.json'), '{}');
    mkdirSync(join(folder, 'src'));
    expect((await runCommand('init', join(folder, 'src'))).err).toMatch(/there first, or run the command in \S+/);
    expect((await runCommand('init', join(folder, 'gone'))).err).toContain('does not exist');
  });

  test.each([
    '.env.example',
    'src/sync-client.ts',
    'test/sync-client.test.ts',
  ])('an existing %s: nothing is written, the texts are shown, exit 1', async (file) => {
    const folder = await projectWith({
      'package.json': ESM,
      'tsconfig.json': STRICT,
      'src/index.ts': '',
      [file]: 'mine',
    });
    const before = filesIn(folder);
    const { status, out, err } = await runCommand('init', folder);
    expect(status).toBe(1);
    expect(err).toContain(`Nothing was written, because ${file} exists already.`);
    expect(out).toContain('--- .env.example\n# Copy this file');
    expect(out).toContain('export function createOData');
    expect(filesIn(folder)).toEqual(before);
    expect(textOf(folder, file)).toBe('mine');
  });

  test('a broken link is not written through', async () => {
    const folder = await projectWith({ 'package.json': ESM });
    symlinkSync(join(folder, 'elsewhere'), join(folder, '.env.example'));
    expect((await runCommand('init', folder)).status).toBe(1);
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
  });

  test('a project with TypeScript but no tsconfig.json gets JavaScript, and is told why', async () => {
    const folder = await projectWith({ 'package.json': { ...ESM, devDependencies: { typescript: '5.9.3' } } });
    const { status, out } = await runCommand('init', folder);
    expect(status).toBe(0);
    expect(out).toContain('the project has TypeScript but no tsconfig.json');
    const typed = await projectWith({
      'package.json': { ...ESM, devDependencies: { typescript: '5.9.3' } },
      'tsconfig.json': STRICT,
    });
    expect((await runCommand('init', typed)).out).not.toContain('no tsconfig.json');
  });

  test('a second run writes nothing', async () => {
    const folder = await projectWith({ 'package.json': ESM });
    expect((await runCommand('init', folder)).status).toBe(0);
    const again = await runCommand('init', folder, '--json');
    expect(again.status).toBe(1);
    expect(JSON.parse(again.out)).toMatchObject({
      written: false,
      taken: ['sync-client.js', 'test/sync-client.test.js', '.env.example'],
    });
  });

  test.each([
    ['an unknown option', ['--force'], "unknown option '--force'"],
    ['a second folder', ['a', 'b'], "takes no argument 'b'"],
    ['an address with a secret', ['--odata', 'https://ada:hunter2@example.com'], '--odata must be an https URL'],
    ['an address that is not encrypted', ['--v2', 'http://sync.example.com'], '--v2 must be an https URL'],
  ])('%s', async (_, args, message) => {
    const { status, out, err } = await runCommand('init', ...args);
    expect(status).toBe(2);
    expect(err).toContain(message);
    expect(out + err).not.toContain('hunter2');
  });

  test.each<[string, Contents, string]>([
    ['a package.json that is not JSON', { 'package.json': '{' }, 'package.json is not a JSON object. Fix it'],
    ['a package.json that is a list', { 'package.json': '[]' }, 'package.json is not a JSON object. Fix it'],
    ['a tsconfig.json that is not JSON', { 'package.json': ESM, 'tsconfig.json': '{' }, 'tsconfig.json cannot be read'],
    ['a file where a folder must be', { 'package.json': ESM, test: '' }, 'test/sync-client.test.js cannot be written'],
  ])('%s', async (_, files, message) => {
    const folder = await projectWith(files);
    const { status, err } = await runCommand('init', folder);
    expect(status).toBe(2);
    expect(err).toContain(message);
    expect(filesIn(folder)).toEqual(Object.keys(files).sort());
  });
});

test('--dry-run writes nothing and shows every file', async () => {
  const folder = await projectWith({ 'package.json': ESM });
  const { status, out } = await runCommand('init', folder, '--dry-run');
  expect(status).toBe(0);
  for (const path of ['sync-client.js', 'test/sync-client.test.js', '.env.example'])
    expect(out).toContain(`--- ${path}\n`);
  expect(filesIn(folder)).toEqual(['package.json']);
});

test.each([
  'odata',
  'v2',
  'cloud',
] as const)('each set of variables in .env.example is a credential of %s', async (name) => {
  const folder = await projectWith({ 'package.json': ESM });
  await runCommand('init', folder, `--${name}`);
  const text = textOf(folder, '.env.example');
  const sets = text
    .split('\n\n')
    .filter((part) => /^# (Credential|Or)/.test(part))
    .map((part) => [...part.matchAll(/SYNCLINE_\w+(?==)/g)].map(([variable]) => variable));
  for (const set of sets) {
    const value = (variable: string): string => (variable.endsWith('_URL') ? 'https://login.example.com' : 'value');
    const values = Object.fromEntries(set.map((variable) => [variable, value(variable)]));
    expect(() => fromEnvironment(name, values), set.join()).not.toThrow();
  }
  // The message must list every set.
  expect(() => fromEnvironment(name, {})).toThrow(sets.map((set) => set.join(' with ')).join(', or '));
});
