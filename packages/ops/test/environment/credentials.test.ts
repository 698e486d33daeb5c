import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  nul: 'a\0b',
};

/** The state of a process in Linux: `S` for one that sleeps, `Z` for a zombie. */
function stateOf(pid: number): string {
  try {
    return /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? '';
  } catch {
    return 'gone';
  }
}

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
    [{ file: '.' }, 'place needs the file ., which is a folder'],
    [{ file: 'empty' }, 'place is empty: the file empty has no text'],
    [{ file: 'long' }, 'place is longer than 65536 bytes in the file long'],
    [{ file: 'binary' }, 'place is not UTF-8 in the file binary'],
    [{ file: 'nul' }, 'place has a NUL character: the file nul is not a text'],
    [{ command: ['cat', 'binary'] }, 'place is not UTF-8 in the command cat'],
    [{ command: ['cat', 'nul'] }, 'place has a NUL character: the command cat is not a text'],
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

  test.runIf(process.platform === 'linux').each([
    ['reaches its time limit', 'sleep 3607 | cat & echo $! > pid; wait', 'which did not end within'],
    ['fails', 'sleep 3607 >&- & echo $! > pid; exit 3', 'which ended with status 3'],
    ['prints too much', 'sleep 3607 & echo $! > pid; yes', 'which printed more than'],
  ])('a command that %s takes what it has started with it', async (_, script, message) => {
    const folder = folderWith({});
    const context = { folder, variables, commandTimeout: script.includes('wait') ? 300 : 60_000 };
    await expect(resolveSecret('place', { command: ['sh', '-c', script] }, context)).rejects.toThrow(message);
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    // A process whose parent has ended stays a zombie until somebody asks for its status.
    await expect.poll(() => stateOf(pid)).toMatch(/^(gone|Z)$/);
  });

  test.runIf(process.platform === 'linux').each(['SIGINT', 'SIGTERM', 'exit'])(
    'a command does not outlive a process that ends by %s',
    async (end) => {
      const folder = folderWith({});
      const program = `import { resolveSecret } from ${JSON.stringify(new URL('../../src/environment/credentials.ts', import.meta.url).href)};
        process.on('SIGTERM', () => process.exit(130));
        resolveSecret('place', { command: ['sh', '-c', 'echo $$ > pid; echo started >&2; sleep 3607'] }, { folder: '.', commandTimeout: 600_000 });
        process.stdin.on('data', () => process.exit(0));`;
      const child = spawn(node, ['--conditions=@syncline/source', '--input-type=module', '-e', program], {
        cwd: folder,
      });
      // As early as possible: a listener that is added after the start of the command would be too late.
      await expect
        .poll(() => existsSync(join(folder, 'pid')) && readFileSync(join(folder, 'pid'), 'utf8'), {
          timeout: 20_000,
          interval: 1,
        })
        .toMatch(/\n/);
      const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
      expect(stateOf(pid)).toMatch(/^[SRD]$/);
      if (end === 'exit') child.stdin.write('x');
      else child.kill(end as NodeJS.Signals);
      await once(child, 'exit');
      await expect.poll(() => stateOf(pid)).toMatch(/^(gone|Z)$/);
    },
  );
});
