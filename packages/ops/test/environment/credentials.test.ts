import { isConfigError } from '@syncline/core/internal';
import { describe, expect, test } from 'vitest';
import { resolveSecret } from '../../src/environment/credentials.ts';
import type { SecretReference } from '../../src/config/config-schema.ts';
import { folderWith } from '../support/folder.ts';

const canary = 'hunter2-canary-7f3a';
const node = process.execPath;
const variables = { KEY: canary, EMPTY: '', LINES: `${canary}\r\n`, PATH: process.env['PATH'] };
const files = {
  key: `${canary}\n`,
  two: `${canary}\n\n`,
  empty: '\n',
  long: 'x'.repeat(70_000),
  binary: new Uint8Array([0xff, 0xfe]),
};

describe('a secret is found', () => {
  test.each<[SecretReference, string]>([
    [{ env: 'KEY' }, canary],
    [{ env: 'LINES' }, canary],
    [{ file: 'key' }, canary],
    [{ file: 'two' }, `${canary}\n`],
    [{ command: [node, '-e', 'console.log(process.env.KEY)'] }, canary],
    [{ command: [node, '-p', 'process.argv[1]', '$(echo no); `shell` *'] }, '$(echo no); `shell` *'],
    [{ command: [node, '-p', 'require("node:fs").readFileSync("key", "utf8").trim()'] }, canary],
    [
      { command: [node, '-e', 'process.stdin.on("data", () => {}).on("end", () => console.log("end of input"))'] },
      'end of input',
    ],
  ])('%j', async (reference, expected) => {
    expect(await resolveSecret('place', reference, { folder: folderWith(files), variables })).toBe(expected);
  });
});

describe('an error names the place and the source, but not the secret', () => {
  test.each<[SecretReference, string]>([
    [{ env: 'NOT_SET' }, 'place needs the environment variable NOT_SET, which is not set'],
    [{ env: 'constructor' }, 'needs the environment variable constructor, which is not set'],
    [{ env: 'EMPTY' }, 'place is empty: the environment variable EMPTY has no text'],
    [{ file: 'none' }, 'place needs the file none, which cannot be read (ENOENT)'],
    [{ file: '.' }, 'place needs the file ., which cannot be read (EISDIR)'],
    [{ file: 'empty' }, 'place is empty: the file empty has no text'],
    [{ file: 'long' }, 'place is longer than 65536 bytes in the file long'],
    [{ file: 'binary' }, 'place is not UTF-8 in the file binary'],
    [{ command: ['no-such-program', canary] }, 'place needs the command no-such-program, which was not found'],
    [{ command: ['./key'] }, 'place needs the command ./key, which cannot be executed'],
    [
      { command: [node, '-e', `console.log("${canary}"); console.error("${canary}"); process.exit(3)`] },
      'which ended with status 3',
    ],
    [{ command: [node, '-e', `process.kill(process.pid, "SIGTERM") //${canary}`] }, 'which was ended by SIGTERM'],
    [
      { command: [node, '-e', `process.stdout.write("${canary}".repeat(10_000))`] },
      'which printed more than 65536 bytes',
    ],
    [{ command: [node, '-e', ''] }, 'is empty: the command'],
    [{ command: [] }, 'place needs the command , which cannot be started'],
    [{ command: [node, `${canary}\0`] }, 'which cannot be started'],
  ])('%j', async (reference, message) => {
    const error: unknown = await resolveSecret('place', reference, { folder: folderWith(files), variables }).catch(
      (thrown: unknown) => thrown,
    );
    expect(isConfigError(error) && error.message).toContain(message);
    expect(`${String(error)} ${JSON.stringify(error)} ${String((error as Error).cause)}`).not.toContain(canary);
  });

  test('a command that hangs is killed at its time limit', async () => {
    const reference = { command: [node, '-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'] };
    const context = { folder: folderWith({}), variables, commandTimeout: 300 };
    await expect(resolveSecret('place', reference, context)).rejects.toThrow('which did not end within 300 ms');
  });
});
