import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { createSandbox } from '@syncline/sandbox';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { setUp } from '../../../ops/test/support/command-context.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { exportRuns, report } from '../support/commands.ts';
import { runCommand } from '../support/run-command.ts';

const modeOf = (file: string): number => statSync(file).mode & 0o777;
const described = join(import.meta.dirname, '../../../../openapi');
const shared = 0o666 & ~process.umask();
let withoutField = '';
beforeAll(() => {
  withoutField = mkdtempSync(join(tmpdir(), 'described-'));
  cpSync(described, withoutField, { recursive: true });
  const file = join(withoutField, 'schemas/Job.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/  PreJob: .*\n.*\n/, ''));
  return () => rmSync(withoutField, { recursive: true });
});

/** A command that writes files. */
interface Writer {
  readonly args: (folder: string) => readonly string[];
  /** The mode of its new files, which is private if they have runs, definitions or requests in them */
  readonly mode: number;
  /** Some of the files that it writes into the folder */
  readonly files: readonly string[];
  /** Whether it never replaces a file */
  readonly isNewOnly?: true;
}

const writers: Readonly<Record<string, Writer>> = {
  'export to CSV': {
    args: (folder) => ['export', '--out', join(folder, 'runs.csv'), '--since', '7d'],
    mode: 0o600,
    files: ['runs.csv'],
  },
  'export to NDJSON': {
    args: (folder) => ['export', '--out', join(folder, 'runs.ndjson'), '--since', '7d'],
    mode: 0o600,
    files: ['runs.ndjson'],
  },
  report: {
    args: (folder) => ['report', '--out', join(folder, 'page.html'), '--no-definitions', '--fail-on', 'never'],
    mode: 0o600,
    files: ['page.html'],
  },
  record: {
    args: (folder) => ['record', '--out', join(folder, 'a.har'), '--', 'history', '--since', '1d'],
    mode: 0o600,
    files: ['a.har'],
  },
  snapshot: { args: (folder) => ['snapshot', folder], mode: shared, files: ['index.json'] },
  generate: {
    args: (folder) => ['generate', '--document', `odata=${join(described, 'odata.yaml')}`, '--out', folder],
    mode: shared,
    files: ['index.ts', 'generated-files.txt'],
  },
  init: { args: (folder) => ['init', folder], mode: shared, files: ['.env.example'], isNewOnly: true },
  'diff --changeset': {
    args: (folder) => ['diff', described, withoutField, '--changeset', folder],
    mode: shared,
    files: [],
  },
};

/** What a command adds to the name of a file while it writes, or once added. */
const temporary = ['.part', '.part.json', '.part.json.tmp', '.part.tmp', '.tmp', '.new'];

/** Runs a command that writes into a folder, and returns its exit status. */
async function createRun(): Promise<(args: readonly string[]) => Promise<number>> {
  const clock = { start: new Date().toISOString() };
  const sandbox = createSandbox({ seed: 7, scale: { jobs: 5, history: 200 }, life: false, clock });
  const { urls, credentials } = await sandbox.listen();
  vi.stubEnv('SYNC_PASSWORD', credentials.basic.password);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await sandbox.close();
  });
  const credential = `{ basic: { username: ${credentials.basic.username}, password: { env: SYNC_PASSWORD } } }`;
  const interfaces = `{ odata: { url: ${urls.odata}, credential: ${credential} }, v2: { url: ${urls.v2}, credential: ${credential} } }`;
  const file = join(
    folderWith({
      'syncline.yaml': `environments: { test: ${interfaces} }
outcomes: { succeeded: [SUCCESS], failed: [FAILED], cancelled: [CANCELLED], running: [RUNNING] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, timeZone: UTC }
`,
    }),
    'syncline.yaml',
  );
  return async (args) => {
    const isOperator = /^(export|report|record|snapshot)$/.test(args[0] ?? '');
    const { status, err } = await runCommand(...args, ...(isOperator ? ['--config', file] : []));
    expect(status, err).toBeLessThan(2);
    return status;
  };
}

/** A folder into which the command can write. */
function emptyFolder(name: string): string {
  return folderWith(name === 'init' ? { 'package.json': '{ "type": "module" }' } : {});
}

describe.runIf(process.platform !== 'win32').each(Object.entries(writers))('%s', (name, writer) => {
  test('writes through no link, leaves no part of a file, and gives a new file its mode and a replaced one its own', async () => {
    const run = await createRun();
    const folder = emptyFolder(name);
    // A file that has the name of another one is not the command's to write.
    const outside = folderWith({ victim: 'mine' });
    const links = writer.files.flatMap((file) => temporary.map((end) => `${file}${end}`));
    // An export continues with these two, and refuses the first one.
    const own = name.startsWith('export') ? ['.part', '.part.json'] : [];
    const planted = name === 'generate' ? [] : links.filter((each) => !own.some((end) => each.endsWith(end)));
    for (const link of planted) symlinkSync(join(outside, 'victim'), join(folder, link));
    await run(writer.args(folder));
    expect(readFileSync(join(outside, 'victim'), 'utf8')).toBe('mine');
    const found = readdirSync(folder).filter((file) => !planted.includes(file));
    expect(found.filter((file) => /^\.syncline-|\.export/.test(file))).toEqual([]);
    expect(found).toEqual(expect.arrayContaining([...writer.files]));
    const written = name === 'diff --changeset' ? found : writer.files;
    expect(written).not.toEqual([]);
    for (const file of written) expect(modeOf(join(folder, file)), file).toBe(writer.mode);
    if (writer.isNewOnly) return;
    for (const file of written) {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      // So that the command writes it again, and still knows it as its own.
      writeFileSync(path, file.endsWith('.json') ? text.replace('"unreadable": []', '"unreadable":  []') : `${text}\n`);
      chmodSync(path, 0o640);
    }
    await run(writer.args(folder));
    for (const file of written) expect(modeOf(join(folder, file)), file).toBe(0o640);
  });
});

test.each(['runs.csv.part.json', 'runs.csv.part'])('an export refuses a link called %s', async (name) => {
  const folder = folderWith({ victim: 'mine' });
  symlinkSync(join(folder, 'victim'), join(folder, name));
  const { context } = await setUp();
  await expect(exportRuns({ out: join(folder, 'runs.csv'), since: '6h' }, context)).rejects.toThrow(/^--out /);
  expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe('mine');
});

test.runIf(process.platform !== 'win32')('a new store and its log can be read by their user only', async () => {
  const file = join(folderWith({}), 'runs.db');
  const store = openSqliteStore(file);
  expect(['', '-wal', '-shm'].map((end) => modeOf(`${file}${end}`))).toEqual([0o600, 0o600, 0o600]);
  await store.close();
});

test.runIf(process.platform !== 'win32')('a snapshot writes through no linked folder', async () => {
  const run = await createRun();
  const [folder, outside] = [folderWith({}), folderWith({})];
  await run(['snapshot', folder]);
  const [below = ''] = readdirSync(folder).filter((each) => !each.endsWith('.json'));
  renameSync(join(folder, below), join(outside, below));
  symlinkSync(join(outside, below), join(folder, below));
  const before = readdirSync(join(outside, below));
  await expect(run(['snapshot', folder])).rejects.toThrow(`${join(folder, below)} is a link to another location`);
  expect(readdirSync(join(outside, below))).toEqual(before);
});

test('--out - is refused instead of a file of this name', async () => {
  const { context, sandbox } = await setUp();
  await expect(report({ out: '-' }, context)).rejects.toThrow('--out cannot be -');
  await expect(exportRuns({ out: '-', output: 'csv' }, context)).rejects.toThrow('--out cannot be -');
  expect(sandbox.requests).toHaveLength(0);
});
