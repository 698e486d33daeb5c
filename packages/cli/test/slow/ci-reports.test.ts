import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { run } from '../../src/index.ts';
import { runCommand } from '../support/run-command.ts';
import { type Installation, install } from '../command/support/services.ts';

/** Names that a CI service would treat as commands if they were printed unchanged. */
const hostile = ['::error::pwned', '  ::stop-commands::x', 'a ##[error]pwned', '##vso[task.complete result=Failed]'];
const now = Date.now();
const data = {
  jobs: hostile.map((JobName, at) => ({
    JobId: `j${at}`,
    JobName,
    WorkspaceId: 'w',
    DropTable: 'true',
    HistoryMode: 'true',
  })),
  workspaces: [
    {
      id: 'w',
      name: '::add-mask::w',
      jobs: hostile.map((name, at) => ({ id: `j${at}`, name, connector: 'x', error: name })),
    },
  ],
  history: hostile.map((name, at) => ({
    historyid: `r${at}`,
    jobname: name,
    status: 'FAILED',
    runstartdate: new Date(now - 3_600_000 - at).toISOString(),
    error: `first\n${name}`,
  })),
};

/** Whether GitHub's runner reads a line as a command. */
const isCommand = (line: string): boolean => /^\s*::/.test(line) || /##\w*\[/.test(line);
/** Whether a line is an annotation that our own commands print. */
const isOurs = (line: string): boolean => /^::(?:error|warning|notice) (?:file=[^:]*,)?title=[^:]+::/.test(line);

let installation: Installation;
let folder = '';
beforeAll(async () => {
  installation = await install({ sandbox: { data: data as never } });
  folder = mkdtempSync(join(tmpdir(), 'syncline-ci-'));
});
afterAll(async () => {
  await installation.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  vi.stubEnv('SYNC_PASSWORD', installation.secret);
  vi.stubEnv('GITHUB_ACTIONS', 'true');
});
afterEach(() => vi.unstubAllEnvs());

describe('on GitHub Actions, text of the service is not a command', () => {
  test.each([
    'jobs --fields job,error',
    'status --fields job,error',
    'history --fields job,error',
    'freshness --fields job,because',
    'lint --fields job,message',
    'wait X --run r0 --timeout 1ms --fields job,error',
  ])('%s', async (command) => {
    for (const form of ['table', 'json', 'ndjson', 'csv', 'junit']) {
      const { out, err } = await runCommand(...command.split(' '), '--output', form, '--config', installation.file);
      for (const text of [out, err])
        expect(text.split(/\r\n|\r|\n/).filter((line) => isCommand(line) && !isOurs(line))).toEqual([]);
      // Programs get the unchanged text of the service.
      if (form === 'json' && command.startsWith('status')) {
        const names = (JSON.parse(out) as readonly { readonly job: string }[]).map(({ job }) => job);
        expect(names.sort()).toEqual(hostile.toSorted());
      }
    }
  });
});

test('elsewhere, and in a file, it is unchanged', async () => {
  const args = ['history', '--output', 'csv', '--fields', 'job', '--config', installation.file];
  const out: string[] = [];
  await run(args, { out: (text) => out.push(text), err: () => undefined, colored: false, isFile: true });
  expect(out.join('\n')).toContain('\n::error::pwned');
  vi.stubEnv('GITHUB_ACTIONS', '');
  expect((await runCommand(...args)).out).toContain('\n::error::pwned');
});

test('the answer is annotated, and added to the summary of the step', async () => {
  const summary = join(folder, 'summary.md');
  vi.stubEnv('GITHUB_STEP_SUMMARY', summary);
  const { status, err } = await runCommand('status', '--config', installation.file);
  expect(status).toBe(0);
  expect(err.split('\n').filter(isOurs)).toHaveLength(hostile.length);
  const text = readFileSync(summary, 'utf8');
  expect(text).toContain('### Status of production\n\n<p>4 jobs: 4 failed.</p>');
  expect(text.split('\n').some((line) => /^\s*[#:]/.test(line) && line !== '### Status of production')).toBe(false);
});

test('an error is annotated with what to do about it', async () => {
  vi.stubEnv('SYNC_PASSWORD', 'canary-4711-swordfish');
  const { status, err } = await runCommand('status', '--config', installation.file);
  expect(status).toBe(3);
  expect(err).toMatch(/^::error title=syncline::GET .*401.*%0ACheck the credential in environments\.production/m);
  expect(err).not.toContain('canary');
});

test.each([
  ['status --outptu json --json', 'unknown option'],
  ['status --output ndjson --since never', '--since must be'],
  ['nothing --output=json', 'unknown command'],
])('%s: the error about an argument is JSON too', async (command, message) => {
  const { status, out, err } = await runCommand(...command.split(' '), '--config', installation.file);
  expect(status).toBe(2);
  expect(JSON.parse(out)).toMatchObject({
    error: { code: expect.any(String), message: expect.stringContaining(message) },
  });
  if (command.includes('ndjson')) expect(out).not.toContain('\n');
  expect(err.split('\n').filter((line) => line !== '' && !isOurs(line))).toHaveLength(1);
});
