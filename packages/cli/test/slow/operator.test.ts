import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sandbox } from '@syncline/sandbox';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Installation, install } from '../command/support/services.ts';
import { runCommand } from '../support/run-command.ts';
import { has } from '../support/shells.ts';

let installation: Installation;
let sandbox: Sandbox;
let folder: string;
let file: string;

beforeAll(async () => {
  // Its runs are some hours old at any time of day. Those that the sandbox generates fail at some hours only.
  installation = await install({});
  ({ sandbox, folder, file } = installation);
  const { urls } = installation;
  const { credentials } = sandbox;
  const credential = `{ basic: { username: ${credentials.basic.username}, password: { env: SYNC_PASSWORD } } }`;
  vi.stubEnv('SYNC_PASSWORD', credentials.basic.password);
  writeFileSync(
    file,
    `environments:
  production:
    odata: { url: ${urls.odata}, credential: ${credential} }
    v2: { url: ${urls.v2}, credential: ${credential} }
  staging:
    odata: { url: http://127.0.0.1:9/odata, credential: ${credential} }
    v2: { url: http://127.0.0.1:9, credential: ${credential} }
default: production
outcomes: { succeeded: [SUCCESS], failed: [FAILED], cancelled: [CANCELLED], running: [RUNNING] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, end: runenddate, rows: recordsaffected, error: error, timeZone: UTC }
freshness: [{ jobs: '*', warnAfter: 2h, errorAfter: 3h }]
`,
  );
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await installation.close();
});

const operate = (command: string, ...more: readonly string[]) =>
  runCommand(...command.split(' '), ...more, '--config', file);

describe('each command, in each format', () => {
  test.each([
    ['status', 0],
    ['history --since 7d', 0],
    ['jobs', 0],
    ['freshness', 1],
    ['lint', 1],
  ] as const)('%s', async (command, status) => {
    const table = await operate(command);
    expect(table.status).toBe(status);
    expect(table.out).toMatch(/^[A-Z ]+\n/);
    const json = await operate(command, '--json');
    expect(json.status).toBe(status);
    const rows = JSON.parse(json.out) as readonly object[];
    expect(table.out.split('\n')).toHaveLength(rows.length + 1);
    const ndjson = await operate(command, '--output', 'ndjson');
    expect(ndjson.out.split('\n').map((line) => JSON.parse(line) as object)).toHaveLength(rows.length);
    const csv = await operate(command, '--output', 'csv');
    expect(csv.out.split('\n')[0]).toBe(Object.keys(rows[0] ?? {}).join(','));
  });
  test('diagnose, whose table is a record', async () => {
    const { out: failures } = await operate('history --since 30d --outcome failed --limit 1 --json');
    const [{ key = '', job = '' } = {}] = JSON.parse(failures) as readonly {
      readonly key: string;
      readonly job: string;
    }[];
    const table = await operate('diagnose', key);
    expect(table.status).toBe(3);
    expect(table.out).toMatch(new RegExp(`^Run +✗ failed  .*${key}\\nStarted `));
    expect(table.err).toContain('No entry of `causes` in the configuration matches this failure.');
    for (const form of ['json', 'ndjson']) {
      const { status, out } = await operate('diagnose', key, '--output', form);
      expect(status).toBe(3);
      expect([JSON.parse(out)].flat()).toMatchObject([{ key, job, outcome: 'failed', origin: 'unknown' }]);
    }
    const csv = await operate('diagnose', key, '--output', 'csv', '--fields', 'key,origin');
    expect(csv.out).toBe(`key,origin\n${key},unknown`);
    expect((await operate('diagnose', key, '--output', 'junit')).status).toBe(2);
  });
  test('JUnit if a command supports it, otherwise a refusal', async () => {
    for (const command of ['freshness', 'lint']) {
      const { out } = await operate(command, '--output', 'junit');
      expect(out).toContain('<testsuite ');
    }
    const { status, err } = await operate('status', '--output', 'junit');
    expect(status).toBe(2);
    expect(err).toContain('Allowed choices are table, json, ndjson, csv.');
    expect(err).toContain('Run `syncline status --help` for help.');
  });
});

test('a snapshot is written once, and drift compares it with its environment', async () => {
  const jobs = join(folder, 'jobs');
  expect((await operate('snapshot', jobs)).out).toContain('written');
  expect((await operate('snapshot', jobs)).out).toMatch(/^Nothing changed: \d+ files up to date\.$/);
  expect(await operate('drift', jobs, 'production')).toMatchObject({ status: 0 });
  expect((await operate('lint', '--output', 'sarif', '--snapshot', jobs)).out).toContain('"version": "2.1.0"');
});

test('export writes the runs that history lists, and says where', async () => {
  const out = join(folder, 'runs.ndjson');
  const { status, out: text } = await operate('export --since 7d --out', out);
  expect(status).toBe(0);
  expect(text).toMatch(/^Wrote \d+ runs from .* until .* to .*runs\.ndjson\.$/);
  const lines = readFileSync(out, 'utf8').trimEnd().split('\n');
  const { out: json } = await operate('history --since 7d --json');
  expect(lines.map((line) => (JSON.parse(line) as { readonly key: string }).key).sort()).toEqual(
    (JSON.parse(json) as readonly { readonly key: string }[]).map(({ key }) => key).sort(),
  );
});

test('report writes a page, and its exit status says whether a job needs attention', async () => {
  const out = join(folder, 'report.html');
  const { status, err, out: printed } = await operate('report --json --out', out);
  expect(status).toBe(1);
  expect(err).toMatch(/^1 of 3 jobs needs attention\. The report is in /);
  expect(JSON.parse(printed)).not.toHaveLength(0);
  expect(readFileSync(out, 'utf8')).toMatch(/^<!doctype html>/);
  expect((await operate('report --no-definitions --fail-on never --out', out)).status).toBe(0);
  expect(await operate('report')).toMatchObject({ status: 2 });
});

test('wait: the token of a detached wait has no secret, and is continued', async () => {
  const { out: history } = await operate('history --since 30d --outcome failed --limit 1 --json');
  const [run] = JSON.parse(history) as readonly { readonly key: string; readonly job: string }[];
  const detached = await operate('wait', run?.job ?? '', '--run', run?.key ?? '', '--timeout', '1h', '--detach');
  expect(detached.status).toBe(0);
  expect(detached.out).not.toContain(sandbox.credentials.basic.password);
  const resumed = await operate('wait --json --resume', detached.out);
  expect(resumed.status).toBe(1);
  expect(JSON.parse(resumed.out)).toMatchObject([{ key: run?.key, outcome: 'failed' }]);
});

describe('failures', () => {
  test('a service that is down is 3, with the place', async () => {
    const { status, err } = await operate('status --environment staging');
    expect(status).toBe(3);
    expect(err).toContain('ECONNREFUSED');
    expect(err).toContain('environments.staging');
    const { out } = await operate('status --environment staging --json');
    expect(JSON.parse(out)).toMatchObject({
      error: { code: 'NETWORK_ERROR', hint: expect.stringContaining('doctor') },
    });
  });
  test('a wrong credential is 3, and shows no secret', async () => {
    vi.stubEnv('SYNC_PASSWORD', 'canary-4711');
    const { status, err, out } = await operate('status');
    vi.stubEnv('SYNC_PASSWORD', sandbox.credentials.basic.password);
    expect(status).toBe(3);
    expect(err).toContain('401');
    expect(err + out).not.toContain('canary-4711');
  });
  test.each([
    ['status --since yesterday', '--since must be'],
    ['history --limit 0', '--limit must be a whole number of at least 1'],
    ['status --fields jop', 'did you mean job?'],
    ['status --environment prod', '--environment must be one of production, staging'],
    ['wait Nightly', '--timeout must be set'],
    ['export --out runs', '--output must be set'],
    ['watch --interval 1ms', '--interval must be at least 1s'],
    ['status --json --output csv', '--json is short for --output json'],
  ])('%s is 2', async (command, message) => {
    const { status, err, out } = await operate(command);
    expect(status).toBe(2);
    expect(err + out).toContain(message);
  });
  test('an error is JSON if JSON was requested', async () => {
    const { status, out } = await operate('history --limit 0 --json');
    expect(status).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'CONFIG_INVALID' } });
  });
  test('config check explains a problem with its place, and exits with 2', async () => {
    const broken = join(folder, 'broken.yaml');
    writeFileSync(broken, 'environments:\n  production: {}\nfreshnes: []\n');
    const { status, out } = await runCommand('config', 'check', '--config', broken);
    expect(status).toBe(2);
    expect(out).toMatch(/broken\.yaml:3:1: error: freshnes .*did you mean freshness\?/);
    expect(await runCommand('config', 'check', '--config', file)).toMatchObject({ status: 0 });
  });
});

test('drift says of a name that is neither a folder nor an environment what it may be', async () => {
  const { status, err } = await operate('drift', 'production', 'prodution');
  expect(status).toBe(2);
  expect(err).toContain(
    'AFTER must be the folder of a snapshot, or an environment of the configuration; "prodution" is neither',
  );
});

test('the help of each command has examples and the exit status', async () => {
  const { out } = await runCommand('help');
  for (const command of [
    'jobs',
    'status',
    'history',
    'wait',
    'watch',
    'diagnose',
    'freshness',
    'lint',
    'snapshot',
    'drift',
    'export',
  ]) {
    expect(out).toMatch(new RegExp(`^  .*:.*\\b${command}\\b`, 'm'));
    const help = await runCommand(command, '--help');
    expect(help.out).toContain('Examples:');
    expect(help.out).toContain('Exit status:\n  0    ');
    expect(help.out).not.toMatch(/default: (?:\[\]|\{\})/);
    for (const line of help.out.slice(help.out.indexOf('Exit status')).split('\n'))
      expect(line.length).toBeLessThanOrEqual(80);
  }
});

const bin = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));
const node = [process.execPath, '--conditions=@syncline/source', '--no-warnings', bin];

test.skipIf(!has('script'))(
  'watch on a terminal is drawn, and q leaves the last frame (skipped without `script`)',
  async () => {
    const command = [...node, 'watch', '--interval', '1s', '--config', file].map((part) => `'${part}'`).join(' ');
    const child = spawn('script', ['-qec', `stty cols 80 rows 24; ${command}`, '/dev/null'], { env: process.env });
    let shown = '';
    const seen = new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        shown += chunk.toString();
        if (shown.includes('q quits')) resolve();
      });
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    await seen;
    child.stdin.write('q');
    expect(await ended).toBe(0);
    expect(shown).toContain('production');
    expect(shown).toMatch(/✗ failed/);
    // The cursor is visible again.
    expect(shown.lastIndexOf('\u001b[?25h')).toBeGreaterThan(shown.lastIndexOf('\u001b[?25l'));
  },
);

test('a reader that closes the pipe is not an error', async () => {
  const command = [...node, 'history', '--since', '30d', '--output', 'ndjson', '--config', file]
    .map((part) => `'${part}'`)
    .join(' ');
  const child = spawn('sh', ['-c', `${command} | head -n 1`], { env: process.env });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (texts.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (texts.err += chunk.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  expect(texts.out.trim().split('\n')).toHaveLength(1);
  expect(texts.err).toBe('');
});

describe('monitor', () => {
  test.each([
    ['SIGTERM', 0],
    ['SIGINT', 130],
  ] as const)('%s ends it with %i', async (signal, status) => {
    const config = join(folder, `monitor-${signal}.yaml`);
    writeFileSync(config, `${readFileSync(file, 'utf8')}store: { sqlite: ./${signal}.db }\n`);
    const main = join(import.meta.dirname, '../../src/bin.ts');
    const args = ['--conditions=@syncline/source', main, 'monitor', '--port', '0', '--config', config];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], env: process.env });
    let said = '';
    for await (const part of child.stderr.setEncoding('utf8')) {
      said += String(part);
      const url = /listens on (http:\S+),/.exec(said)?.[1];
      if (url === undefined || !said.includes('this monitor reads the history')) continue;
      if (!child.killed) {
        expect((await fetch(`${url}/health`)).status).toBe(200);
        child.kill(signal);
      }
    }
    if (child.exitCode === null) await once(child, 'exit');
    expect(child.exitCode).toBe(status);
    expect(said).not.toContain(sandbox.credentials.basic.password);
  });
});
