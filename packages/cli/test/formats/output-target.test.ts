import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lchownSync, lstatSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CommandContext } from '../../src/command/define-command.ts';
import { checkFolder, outputTarget, writableTarget } from '../../src/formats/output-target.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { setUp } from '../../../ops/test/support/command-context.ts';
import { exportRuns, report, snapshot } from '../support/commands.ts';

const isUnix = process.platform !== 'win32';
const hasPipes = isUnix && spawnSync('mkfifo', ['--version']).status === 0;

type Write = (out: string, context: CommandContext) => Promise<number>;
const writers: readonly (readonly [name: string, write: Write])[] = [
  ['report', (out, context) => report({ out, definitions: false, failOn: 'never' }, context)],
  ['export', (out, context) => exportRuns({ out, output: 'csv', since: '7d' }, context)],
];

describe.runIf(isUnix).each(writers)('%s', (_name, write) => {
  test.each([
    ['a file', { 'real.txt': 'old' }],
    ['a file that does not exist yet', {}],
  ])('writes through symbolic links to %s', async (_what, files) => {
    const folder = folderWith(files);
    const [real, link, outer] = [join(folder, 'real.txt'), join(folder, 'link.txt'), join(folder, 'outer.txt')];
    symlinkSync('real.txt', link);
    symlinkSync(link, outer);
    const { context } = await setUp();
    expect(await write(outer, context)).toBe(0);
    for (const path of [link, outer]) expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(realpathSync(outer)).toBe(realpathSync(real));
    expect(readFileSync(real, 'utf8').length).toBeGreaterThan(100);
  });

  test.each(['none/x.txt', 'file/x.txt', '.', 'loop'])('refuses %j before it sends anything', async (path) => {
    const folder = folderWith({ file: '' });
    symlinkSync('loop', join(folder, 'loop'));
    const { context, sandbox } = await setUp();
    await expect(write(join(folder, path), context)).rejects.toThrow(/^--out /);
    expect(sandbox.requests).toHaveLength(0);
  });
});

const isRoot = isUnix && process.getuid?.() === 0;
if (!isRoot) console.log('skipped: links of other users, since only root can make them');
const [nobody, somebody] = [65_534, 65_533];

describe.runIf(isRoot)('a link in a shared folder', () => {
  /** A folder of one user, with a link of another one that leads to a file. */
  const setUpLink = (owners: { readonly folder: number; readonly link: number }) => {
    const folder = folderWith({ victim: 'old' });
    chmodSync(folder, 0o1777);
    const [link, victim] = [join(folder, 'report.html'), join(folder, 'victim')];
    symlinkSync('victim', link);
    lchownSync(link, owners.link, owners.link);
    lchownSync(folder, owners.folder, owners.folder);
    return { link, victim };
  };
  const refusal = /names \S+report\.html, which is a symbolic link of another user; name the file itself$/;

  test.each(writers)('of another user is refused by %s before it sends anything', async (_name, write) => {
    const { link, victim } = setUpLink({ folder: 0, link: nobody });
    const { context, sandbox } = await setUp();
    await expect(write(link, context)).rejects.toThrow(refusal);
    expect(sandbox.requests).toHaveLength(0);
    expect(readFileSync(victim, 'utf8')).toBe('old');
  });

  test('and so is one that an own link leads to', () => {
    const { link } = setUpLink({ folder: 0, link: nobody });
    const outer = join(folderWith({}), 'outer');
    symlinkSync(link, outer);
    expect(() => outputTarget(outer)).toThrow(refusal);
  });

  test.each([
    ['of the user', { folder: nobody, link: 0 }, 0, true],
    ['of the owner of the folder', { folder: nobody, link: nobody }, 0, true],
    ['of root in a folder of root, for a user', { folder: 0, link: 0 }, nobody, true],
    ['of root in a folder of somebody, for a user', { folder: somebody, link: 0 }, nobody, false],
    ['of a user, for another user', { folder: 0, link: somebody }, nobody, false],
  ])('%s', (_what, owners, user, isFollowed) => {
    const { link, victim } = setUpLink(owners);
    const script = `import { outputTarget } from ${JSON.stringify(join(import.meta.dirname, '../../src/formats/output-target.ts'))};
      process.setuid(${user});
      try { console.log(outputTarget(${JSON.stringify(link)}).path); } catch (error) { console.log(error.message); }`;
    const args = ['--conditions=@syncline/source', '--input-type=module', '--eval', script];
    const said = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim();
    if (isFollowed) expect(said).toBe(victim);
    else expect(said).toMatch(refusal);
  });
});

test.runIf(hasPipes)('a report is written into a pipe, and an export refuses it', async () => {
  const pipe = join(folderWith({}), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const { context } = await setUp();
  const [status, text] = await Promise.all([
    report({ out: pipe, definitions: false, failOn: 'never' }, context),
    readFile(pipe, 'utf8'),
  ]);
  expect(status).toBe(0);
  expect(text).toMatch(/<\/html>\s*$/);
  expect(lstatSync(pipe).isFIFO()).toBe(true);
  await expect(exportRuns({ out: pipe, output: 'csv' }, context)).rejects.toThrow('is not a file; name a file');
});

test.runIf(isUnix)('devices and open files are streams, and other files are not', () => {
  expect(outputTarget('/dev/null')).toEqual({ path: '/dev/null', kind: 'stream' });
  expect(() => writableTarget('/dev/fd/4000')).toThrow('--out names /dev/fd/4000, which cannot be written (ENOENT)');
  const file = join(folderWith({}), 'a.html');
  expect(outputTarget(file)).toEqual({ path: file, kind: 'file' });
  expect(existsSync(file)).toBe(false);
});

test('a snapshot refuses a folder that cannot be created before it sends anything', async () => {
  const folder = folderWith({ file: '' });
  const { context, sandbox } = await setUp();
  await expect(snapshot(join(folder, 'file', 'jobs'), context)).rejects.toThrow(/is not a folder/);
  expect(sandbox.requests).toHaveLength(0);
  expect(() => checkFolder(join(folder, 'a', 'b'))).not.toThrow();
});
