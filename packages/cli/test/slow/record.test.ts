import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from '@syncline/sandbox';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from '../support/run-command.ts';

let folder: string;
let out: string;
const sandboxes: Sandbox[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'syncline-record-'));
  out = join(folder, 'session.har');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const sandbox of sandboxes.splice(0)) await sandbox.close();
  rmSync(folder, { recursive: true });
});

/** Starts a sandbox and writes a configuration for it. */
async function serve(options: Parameters<typeof createSandbox>[0]): Promise<string> {
  const sandbox = createSandbox(options);
  sandboxes.push(sandbox);
  const { urls, credentials } = await sandbox.listen();
  vi.stubEnv('SYNC_PASSWORD', credentials.basic.password);
  const credential = `{ basic: { username: ${credentials.basic.username}, password: { env: SYNC_PASSWORD } } }`;
  const file = join(folder, `${sandboxes.length}.yaml`);
  writeFileSync(
    file,
    `environments: { test: { odata: { url: ${urls.odata}, credential: ${credential} }, v2: { url: ${urls.v2}, credential: ${credential} } } }
outcomes: { succeeded: [SUCCESS], failed: [FAILED], cancelled: [CANCELLED], running: [RUNNING] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, timeZone: UTC }
`,
  );
  return file;
}
const generated = { seed: 7, scale: { jobs: 5, history: 200 }, life: false } as const;

test('a replay of the recording gives the same answer, and the recording has no secret', async () => {
  const file = await serve({ ...generated, clock: { start: new Date().toISOString() } });
  const record = (...command: readonly string[]) =>
    runCommand('record', '--out', out, '--', ...command, '--json', '--config', file);
  for (const [command, expected] of [
    [['status', '--since', '7d'], 0],
    [['jobs'], 0],
    // The generated jobs have flaws.
    [['lint'], 1],
  ] as const) {
    const { status, out: answer, err } = await record(...command);
    expect(status, command[0]).toBe(expected);
    expect(err).toMatch(/Recorded \d+ requests? in .*session\.har\. Replay it with `syncline sandbox --replay/);
    const text = readFileSync(out, 'utf8');
    expect(text).not.toContain(process.env['SYNC_PASSWORD']);
    expect(existsSync(`${out}.part`)).toBe(false);
    const replayed = await serve({ replay: JSON.parse(text) as never });
    const again = await runCommand(...command, '--json', '--config', replayed);
    expect(again).toMatchObject({ status, out: answer });
  }
});

test('a canary in the data makes the recording fail, and an earlier recording is kept', async () => {
  vi.stubEnv('CANARY', 'canary-4711');
  const jobs = [{ JobName: 'the canary-4711 job', JobId: 'j1' }];
  const file = await serve({
    data: { jobs, workspaces: [{ id: 'w', name: 'W', jobs: [{ id: 'j1', name: 'a canary-4711' }] }] },
  });
  writeFileSync(out, 'earlier');
  const canary = ['--canary-env', 'CANARY'];
  const { status, err } = await runCommand('record', '--out', out, ...canary, 'jobs', '--config', file);
  expect(status).toBe(3);
  expect(err).toContain('a secret was about to be written');
  // The option redact is a function, so the command does not have it.
  expect(err).toContain('Record with createRecorder of @syncline/client/recorder in a program');
  expect(err).not.toContain('canary-4711');
  expect(readFileSync(out, 'utf8')).toBe('earlier');
  expect(existsSync(`${out}.part`)).toBe(false);
});

test.each([
  [['diff', 'a', 'b'], 'syncline record runs one of '],
  [['record', '--out', 'x', '--', 'jobs'], 'syncline record runs one of '],
  [['status', '--sinc', '7d'], "unknown option '--sinc'"],
  [['status', '--config', '/nowhere.yaml'], '/nowhere.yaml does not exist'],
])('%j cannot be recorded: 2, and no file', async (command, message) => {
  const { status, err } = await runCommand('record', '--out', out, '--', ...command);
  expect(status).toBe(2);
  expect(err).toContain(message);
  expect(existsSync(out)).toBe(false);
});

test.each([
  [['--out', '/nowhere/x.har'], '--out cannot be created: ENOENT'],
  [['--out', tmpdir()], `--out ${tmpdir()} is not a file; name a file`],
  [['--out', '/dev/stdout'], '--out /dev/stdout is not a file; name a file'],
  [['--out', 'x.har', '--canary-env', 'NOT_SET_ANYWHERE'], 'NOT_SET_ANYWHERE, which is not set'],
])('%j is refused', async (options, message) => {
  const { status, err } = await runCommand('record', ...options, '--', 'jobs');
  expect(status).toBe(2);
  expect(err).toContain(message);
});
