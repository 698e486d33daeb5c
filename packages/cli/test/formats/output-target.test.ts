import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
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
  ['export', (out, context) => exportRuns({ out, format: 'csv', since: '7d' }, context)],
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
  await expect(exportRuns({ out: pipe, format: 'csv' }, context)).rejects.toThrow('is not a file; name a file');
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
