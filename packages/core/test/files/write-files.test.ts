import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  appendText,
  createFile,
  LinkError,
  makeFolder,
  openForAppending,
  openNewFile,
  replaceFile,
  sharedMode,
  writeStream,
} from '../../src/files/write-files.ts';

let folder = '';
let file = '';
let victim = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'core-files-'));
  file = join(folder, 'file');
  victim = join(folder, 'victim');
  writeFileSync(victim, 'mine');
});
afterEach(() => rmSync(folder, { recursive: true }));

const isUnix = process.platform !== 'win32';
const hasPipes = isUnix && spawnSync('mkfifo', ['--version']).status === 0;
const modeOf = (path: string): number => statSync(path).mode & 0o777;

/** Each way to write a file under a name that may be taken. */
const ways: Readonly<Record<string, (path: string, text: string) => void>> = {
  replaceFile,
  createFile,
  openNewFile: (path, text) => writeAndClose(openNewFile(path), text),
  openForAppending: (path, text) => writeAndClose(openForAppending(path), text),
};

function writeAndClose(descriptor: number, text: string): void {
  try {
    appendText(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

describe.runIf(isUnix).each(Object.entries(ways))('%s', (name, write) => {
  test('makes a new file that only its owner can read', () => {
    write(file, 'new');
    expect([readFileSync(file, 'utf8'), modeOf(file)]).toEqual(['new', 0o600]);
  });

  test.each(['a file', 'nothing'])('never writes through a link to %s', (what) => {
    const target = what === 'nothing' ? join(folder, 'none') : victim;
    symlinkSync(target, file);
    if (name === 'replaceFile') write(file, 'new');
    else expect(() => write(file, 'new')).toThrow(/EEXIST|ELOOP/);
    expect(existsSync(join(folder, 'none'))).toBe(false);
    expect(readFileSync(victim, 'utf8')).toBe('mine');
  });

  test.runIf(hasPipes)('does not wait for the reader of a pipe with the name', () => {
    execFileSync('mkfifo', [file]);
    if (name === 'replaceFile') write(file, 'new');
    else expect(() => write(file, 'new')).toThrow(/EEXIST|ENXIO/);
  });

  test('leaves nothing behind when it fails', () => {
    mkdirSync(file);
    writeFileSync(join(file, 'kept'), 'x');
    expect(() => write(file, 'new')).toThrow();
    expect([readdirSync(folder).sort(), readdirSync(file)]).toEqual([['file', 'victim'], ['kept']]);
  });
});

test.runIf(isUnix)('a replaced file keeps its mode, and another name of it keeps the old text', () => {
  writeFileSync(file, 'old');
  linkSync(file, join(folder, 'other'));
  chmodSync(file, 0o640);
  replaceFile(file, 'new', { flush: true });
  expect([readFileSync(file, 'utf8'), modeOf(file)]).toEqual(['new', 0o640]);
  expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('old');
});

test.runIf(isUnix)('the umask limits the mode of a file that is not private', () => {
  createFile(file, '', { mode: sharedMode });
  expect(modeOf(file)).toBe(sharedMode & ~process.umask());
});

describe.runIf(hasPipes)('a pipe', () => {
  beforeEach(() => void execFileSync('mkfifo', [file]));

  test('without a reader is an error', async () => {
    await expect(writeStream(file, 'text')).rejects.toMatchObject({ code: 'ENXIO' });
  });

  test('gets a text that is larger than its buffer', async () => {
    const text = 'x'.repeat(1_000_000);
    const reader = readFile(file, 'utf8');
    await expect.poll(() => writeStream(file, text).then(() => 'written', String)).toBe('written');
    expect((await reader).length).toBe(text.length);
  });

  test('whose reader reads nothing does not keep the process', async () => {
    // It keeps the pipe open for reading and writing.
    const { O_RDWR, O_NONBLOCK } = constants;
    const idle = openSync(file, O_RDWR | O_NONBLOCK);
    const abort = new AbortController();
    const written = writeStream(file, 'x'.repeat(1_000_000), abort.signal);
    abort.abort(new Error('interrupted'));
    await expect(written).rejects.toThrow();
    closeSync(idle);
  });
});

test.runIf(isUnix)('a stream is appended to, so that what another program wrote is kept', async () => {
  writeFileSync(file, 'before ');
  await writeStream(file, 'after');
  expect(readFileSync(file, 'utf8')).toBe('before after');
  await expect(writeStream('/dev/null', 'text')).resolves.toBeUndefined();
});

test.runIf(isUnix)('folders are made below a folder, but not through a link below it', () => {
  const root = join(folder, 'a', 'root');
  expect(makeFolder(root, 'b', 'c')).toBe(join(root, 'b', 'c'));
  symlinkSync(folder, join(root, 'link'));
  expect(() => makeFolder(root, 'link', 'd')).toThrow(LinkError);
  // The folder itself may be a link, because its user named it.
  symlinkSync(root, join(folder, 'named'));
  expect(makeFolder(join(folder, 'named'), 'b')).toBe(join(folder, 'named', 'b'));
  expect(lstatSync(join(folder, 'named')).isSymbolicLink()).toBe(true);
  expect(() => makeFolder(join(victim, 'x'))).toThrow(/EEXIST/);
});
