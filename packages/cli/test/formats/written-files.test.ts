import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setUp } from '../../../ops/test/support/command-context.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { exportRuns, report } from '../support/commands.ts';

const modeOf = (file: string): number => statSync(file).mode & 0o777;

test.each(['runs.csv.part.json.tmp', 'runs.csv.part'])('an export writes through no link called %s', async (name) => {
  const folder = folderWith({});
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'mine');
  symlinkSync(victim, join(folder, name));
  const { context } = await setUp();
  await exportRuns({ out: join(folder, 'runs.csv'), since: '6h' }, context).catch(() => undefined);
  expect(readFileSync(victim, 'utf8')).toBe('mine');
});

test('a new file is private, and a replaced one keeps its mode', async () => {
  const folder = folderWith({});
  const { context } = await setUp();
  const [runs, page] = [join(folder, 'runs.csv'), join(folder, 'page.html')];
  const write = async () => {
    await exportRuns({ out: runs, since: '6h' }, context);
    await report({ out: page, since: '6h', definitions: false }, context);
    return [modeOf(runs), modeOf(page)];
  };
  expect(await write()).toEqual([0o600, 0o600]);
  writeFileSync(runs, '', { mode: 0o644 });
  const { chmodSync } = await import('node:fs');
  for (const file of [runs, page]) chmodSync(file, 0o640);
  expect(await write()).toEqual([0o640, 0o640]);
});

test('--out - is refused instead of a file of this name', async () => {
  const { context, sandbox } = await setUp();
  await expect(report({ out: '-' }, context)).rejects.toThrow('--out cannot be -');
  await expect(exportRuns({ out: '-', format: 'csv' }, context)).rejects.toThrow('--out cannot be -');
  expect(sandbox.requests).toHaveLength(0);
});
