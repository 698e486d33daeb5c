import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));
const documentOf = (paths: object): string =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths });
const paths = { '/jobs': { get: { operationId: 'listJobs', responses: { '204': { description: 'Done' } } } } };
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'closed-output-'));
  await writeFile(join(folder, 'one.json'), documentOf(paths));
  await writeFile(join(folder, 'other.json'), documentOf({}));
});
afterAll(() => rm(folder, { recursive: true }));

const commands: readonly (readonly [status: number, command: string])[] = [
  [0, 'diff one.json one.json'],
  [1, 'diff one.json other.json --fail-on major'],
  [2, 'config check --json --config missing.yaml'],
];

/** What a person gets on stderr beside the error in JSON. */
const line = /^syncline: missing\.yaml does not exist[^\n]*\n/m;

/** Runs a command in a shell whose exit status is that of the command. */
function run(command: string, after: string) {
  const script = `set -o pipefail; "$NODE" --conditions=@syncline/source --no-warnings "$PROGRAM" ${command} ${after}`;
  const variables = { ...process.env, NODE: process.execPath, PROGRAM: program, LC_ALL: 'C' };
  return spawnSync('bash', ['-c', script], { cwd: folder, env: variables, encoding: 'utf8' });
}

const hasBash = spawnSync('bash', ['--version']).status === 0;

describe.runIf(hasBash)('a command ends with its own status', () => {
  test.each(commands)('%d if the reader of its result has closed the pipe: %s', (status, command) => {
    const found = run(command, '| true');
    expect(found.status).toBe(status);
    expect(line.test(found.stderr)).toBe(status === 2);
    expect(found.stderr.replace(line, '')).toBe('');
    expect(run(command, '2>&1 | true').status).toBe(status);
  });
});

describe.runIf(hasBash && existsSync('/dev/full'))('on a full disk, the answer is unknown', () => {
  test.each(commands)('instead of %d: %s', (status, command) => {
    const { status: found, stderr } = run(command, '> /dev/full');
    expect(found).toBe(status === 2 ? 2 : 3);
    expect(line.test(stderr)).toBe(status === 2);
    expect(stderr.replace(line, '')).toBe(
      'syncline: The result could not be written (ENOSPC). Check where the output goes, such as for a full disk.\n',
    );
  });
});
