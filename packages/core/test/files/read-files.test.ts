import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readBytes, readProblem, readText, readTextSync } from '../../src/files/write-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'syncline-read-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string): string => join(folder, name);
const pipe = (name: string): string => {
  execFileSync('mkfifo', [path(name)]);
  return path(name);
};

/** What reading says in both ways. */
const problemsOf = async (file: string, most?: number): Promise<readonly string[]> => {
  const later = await readText(file, most).then(String, readProblem);
  try {
    return [later, readTextSync(file, most)];
  } catch (error) {
    return [later, readProblem(error)];
  }
};

test('a file is read up to the limit, and not beyond', async () => {
  writeFileSync(path('file'), '\uFEFFhéllo');
  expect(await problemsOf(path('file'))).toEqual(['\uFEFFhéllo', '\uFEFFhéllo']);
  expect(await problemsOf(path('file'), 9)).toEqual(['\uFEFFhéllo', '\uFEFFhéllo']);
  expect(await problemsOf(path('file'), 8)).toEqual(['is larger than 8 bytes', 'is larger than 8 bytes']);
  writeFileSync(path('empty'), '');
  expect(await readBytes(path('empty'))).toHaveLength(0);
});

test('a file whose size is not known before is read up to the limit, too', async () => {
  const file = '/proc/self/cmdline';
  const whole = readFileSync(file, 'utf8');
  expect(await problemsOf(file)).toEqual([whole, whole]);
  expect(await problemsOf(file, 2)).toEqual(['is larger than 2 bytes', 'is larger than 2 bytes']);
});

describe('what is no file', () => {
  test.each([
    ['a device that never ends', '/dev/zero', 'is a device and not a file'],
    ['an empty device', '/dev/null', 'is a device and not a file'],
    ['a folder', tmpdir(), 'is a folder'],
    ['nothing', '/nowhere', 'cannot be read (ENOENT)'],
  ])('%s', async (_name, file, problem) => {
    expect(await problemsOf(file)).toEqual([problem, problem]);
  });

  test('a file of 3 GB', async () => {
    writeFileSync(path('large'), '');
    truncateSync(path('large'), 3_000_000_000);
    expect(await problemsOf(path('large'))).toEqual(['is larger than 128 MiB', 'is larger than 128 MiB']);
  });
});

describe('what a program writes into a pipe', () => {
  const write = (name: string, command: string): string => {
    const file = pipe(name);
    spawn('sh', ['-c', `exec 3> "$0"; ${command}`, file], { stdio: 'ignore' });
    return file;
  };
  test('is read to its end, also if it comes slowly', async () => {
    const file = write('slow', 'sleep 0.1; echo a >&3; sleep 0.1; echo b >&3');
    expect(await readText(file)).toBe('a\nb\n');
  });
  test('blocks the process if it must', () => {
    const file = write('blocking', 'sleep 0.1; echo a >&3; sleep 0.1; echo b >&3');
    expect(readTextSync(file)).toBe('a\nb\n');
  });
  test('may be longer than a chunk, and not longer than the limit', async () => {
    const command = 'head -c 300000 /dev/zero >&3';
    expect(await readBytes(write('long', command))).toHaveLength(300_000);
    const problem = await readBytes(write('longer', command), 200_000).catch(readProblem);
    expect(problem).toBe('is larger than 200000 bytes');
  });
});
