import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { runCommand } from '../support/run-command.ts';

const configuration = (password: string): string => `environments:
  test: { odata: { url: https://localhost:1, credential: { basic: { username: a, password: ${password} } } } }
outcomes: { succeeded: [S], failed: [F] }
history: { key: k, job: j, status: s, start: b, timeZone: UTC }
`;
const folder = mkdtempSync(join(tmpdir(), 'syncline-files-'));
const inFolder = (name: string): string => join(folder, name);
const [good, config] = [inFolder('openapi.yaml'), inFolder('syncline.yaml')];
const paths = { device: '/dev/zero', pipe: inFolder('pipe'), folder: inFolder('folder'), large: inFolder('large') };

beforeAll(() => {
  writeFileSync(config, configuration('{ env: PASSWORD }'));
  writeFileSync(good, 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n');
  writeFileSync(inFolder('tsconfig.json'), '{ "files": ["a.ts"], "compilerOptions": { "types": [] } }');
  writeFileSync(inFolder('a.ts'), "import '@syncline/client';\n");
  execFileSync('mkfifo', [paths.pipe]);
  mkdirSync(paths.folder);
  writeFileSync(paths.large, '');
  truncateSync(paths.large, 3_000_000_000);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

beforeEach(() => void vi.stubEnv('PASSWORD', 'test'));
afterEach(() => void vi.unstubAllEnvs());

/** Each option that names a file which is read, with the rest of the command line. */
const readers: Readonly<Record<string, (path: string) => readonly string[]>> = {
  '--config': (path) => ['jobs', '--config', path],
  '--config of config check': (path) => ['config', 'check', '--config', path],
  '--since-report': (path) => ['report', '--config', config, '--out', inFolder('r.html'), '--since-report', path],
  '--ca': (path) => {
    vi.stubEnv('SYNCLINE_USERNAME', 'a').stubEnv('SYNCLINE_PASSWORD', 'test');
    return ['doctor', '--odata', 'https://localhost:1', '--ca', path];
  },
  '--document': (path) => ['generate', '--document', `a=${path}`, '--out', inFolder('generated')],
  '--overlay': (path) => ['generate', '--document', `a=${good}`, '--overlay', path, '--out', inFolder('generated')],
  '--redocly-config': (path) => [
    'generate',
    '--document',
    `a=${good}`,
    '--redocly-config',
    path,
    '--out',
    inFolder('generated'),
  ],
  'the old document of diff': (path) => ['diff', path, good],
  'the new document of diff': (path) => ['diff', good, path],
  '--new': (path) => ['impact', folder, '--new', path, '--old', good],
  '--old': (path) => ['impact', folder, '--new', good, '--old', path],
  'the folder of impact': (path) => ['impact', path, '--new', good, '--old', good],
  'the state of an export': (path) => {
    const out = inFolder(`${basename(path)}.csv`);
    symlinkSync(path, `${out}.part.json`);
    return ['export', '--config', config, '--out', out];
  },
  'the file of a secret': (path) => {
    const file = inFolder(`${basename(path)}.yaml`);
    writeFileSync(file, configuration(`{ file: ${path} }`));
    return ['history', '--config', file];
  },
};

const problems: Readonly<Record<string, RegExp>> = {
  device: /is a device and not a file|is neither a folder nor a file/,
  pipe: /is a pipe into which nothing was written in time|is neither a folder nor a file/,
  folder: /is a folder|has no redocly\.yaml/,
  large: /is larger than 128 MiB|is longer than 65536 bytes|Cannot read file/,
};

describe.each(Object.keys(readers))('%s', (option) => {
  test.each(Object.keys(paths) as (keyof typeof paths)[])('%s', async (kind) => {
    // A folder is what the command expects.
    if (option === 'the folder of impact' && kind === 'folder') return;
    const { status, out, err } = await runCommand(...readers[option]!(paths[kind]));
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(problems[kind]!);
  });
});
