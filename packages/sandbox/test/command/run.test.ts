import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { logLine, run } from '../../src/command/run.ts';
import { readCommand } from '../../src/command/read-command.ts';
import { millisecondsUntil, stopTime } from '../support/fake-time.ts';

function file(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** Runs the command in this process until the end of the test. */
async function start(args: readonly string[], color = false) {
  const text = { stdout: '', stderr: '' };
  const sink = (name: keyof typeof text): Writable =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        text[name] += chunk.toString();
        done();
      },
    });
  let beforeListening: string | undefined;
  const started = await run(args, {
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    color,
    version: '1.2.3',
    onListening: () => {
      beforeListening = text.stdout;
    },
  });
  if (started.exitCode === undefined) onTestFinished(() => started.sandbox.close());
  return { started, text, beforeListening };
}

describe('the command line', () => {
  it('becomes the options of a sandbox, one for each flag', () => {
    const data = file('data.json', '{"jobs":[{"JobName":"mine"}]}');
    const rules = file('rules.json', '[{"status":503}]');
    const flags = [
      '--port',
      '8080',
      '--host',
      '::1',
      '--quiet',
      '--data',
      data,
      '--seed=-7',
      '--vendor',
      'umbrella',
      '--file',
      'x.sqlite',
      '--latency',
      '20',
      '--rules',
      rules,
      '--start',
      '2026-03-01T00:00:00Z',
      '--envelope',
      'array',
      '--cors',
      'none',
    ];
    expect(readCommand(flags)).toEqual({
      kind: 'serve',
      port: 8080,
      host: '::1',
      json: false,
      quiet: true,
      options: {
        data: { jobs: [{ JobName: 'mine' }] },
        seed: -7,
        vendor: 'umbrella',
        file: 'x.sqlite',
        latency: 20,
        rules: [{ status: 503 }],
        envelope: 'array',
        cors: false,
        clock: { running: true, start: '2026-03-01T00:00:00Z' },
      },
    });
    for (const form of [['--json'], ['--output', 'json'], ['--output=text', '--json']])
      expect(readCommand(form)).toMatchObject({ json: true });
    expect(readCommand(['--output', 'text'])).toMatchObject({ json: false });
    expect(readCommand(['--scale', 'jobs=5, history=100'])).toMatchObject({
      options: { scale: { jobs: 5, history: 100 } },
    });
    expect(
      readCommand(['--strict', '--behavior', 'appear=end, page-cap=100,next-link=true,clock-offset=-2h,shuffle=false']),
    ).toMatchObject({
      options: {
        strict: true,
        behavior: { appear: 'end', pageCap: 100, nextLink: true, clockOffset: '-2h', shuffle: false },
      },
    });
    expect(readCommand([])).toEqual({
      kind: 'serve',
      port: 0,
      host: '127.0.0.1',
      json: false,
      quiet: false,
      options: { clock: { running: true } },
    });
  });

  it.each([
    [['--help'], /^Usage: syncline-sandbox \[options\]\n/],
    [['-h', '--port', 'x'], /--cors <origins>/],
    [['--version'], /^1\.2\.3\n$/],
    [['-v'], /^1\.2\.3\n$/],
  ])('%j prints without starting anything', async (args, want) => {
    const { started, text } = await start(args);
    expect([started.exitCode, text.stderr]).toEqual([0, '']);
    expect(text.stdout).toMatch(want);
    expect(text.stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it.each([
    ['--scale', 'jobs=5,jobs=6', '--scale jobs must be given once'],
    ['--scale', 'jobs=5=6', '--scale jobs must be a whole number from 0 to 9007199254740991, found "5=6"'],
    ['--behavior', 'appear=end, appear=start', '--behavior appear must be given once'],
    ['--names', 'jobid=A,jobid=B', '--names jobid must be given once'],
    ['--output', 'yaml', '--output must be text or json, found "yaml"'],
  ])('%s %s is refused', (flag, value, message) => {
    expect(() => readCommand([flag, value])).toThrow(message);
  });

  it('reads files with a byte order mark', () => {
    const rules = file('rules.json', '\ufeff[{"status":503}]');
    const replay = file('session.har', '\ufeff{"log":{"entries":[]}}');
    expect(readCommand(['--rules', rules])).toMatchObject({ options: { rules: [{ status: 503 }] } });
    expect(readCommand(['--replay', replay])).toMatchObject({ options: { replay: { log: { entries: [] } } } });
  });

  it('a mistake is one line and exit status 2, and leaves nothing open if the port is in use', async () => {
    const { started } = await start(['--json']);
    const port = started.exitCode === undefined ? new URL(started.listening.urls.odata).port : '';
    const { started: second, text } = await start(['--port', port]);
    expect([second.exitCode, text.stdout]).toEqual([2, '']);
    expect(text.stderr).toMatch(
      /^syncline-sandbox: port cannot be used: another program listens on 127\.0\.0\.1:\d+; stop it, use port \d+, or 0 for a free one\n$/,
    );
  });
});

it('--latency delays every response', async () => {
  const { started } = await start(['--quiet', '--latency', '20']);
  if (started.exitCode !== undefined) return expect.unreachable();
  const { urls } = started.listening;
  await (await fetch(`${urls.odata}/history`)).text();
  stopTime();
  expect(await millisecondsUntil(fetch(`${urls.odata}/history`))).toBeGreaterThanOrEqual(20);
});

it('is told that it listens before the address is printed, so that whoever reads the address can stop it', async () => {
  const { text, beforeListening } = await start(['--json']);
  expect(beforeListening).toBe('');
  expect(text.stdout).not.toBe('');
});

describe('what it prints', () => {
  it('is the same with and without colour, and shows what to try', async () => {
    const plain = await start(['--port', '0']);
    const coloured = await start(['--port', '0'], true);
    expect(coloured.text.stdout).toContain('\u001b[1m');
    const withoutPort = (text: string): string => stripVTControlCharacters(text).replace(/:\d{4,5}/g, '');
    expect(withoutPort(coloured.text.stdout)).toBe(withoutPort(plain.text.stdout));
    expect(plain.text.stdout).toMatch(
      /listTaskHistory +curl .*\/transformations\/trf_\w+\/tasks\/task_\d_\w+\/history/,
    );
  });

  it('contains no transformation if the data has none, and no requests with --quiet', async () => {
    const { started, text } = await start(['--quiet', '--data', file('data.json', '{}')]);
    expect(text.stdout).toContain('/transformations//tasks//history');
    const before = text.stdout;
    if (started.exitCode === undefined) await fetch(`${started.listening.urls.odata}/history`);
    expect(text.stdout).toBe(before);
  });

  it.each([
    [200, undefined, undefined, 32, '-'],
    [404, "There is no job '\u001b[2J'.", undefined, 33, "-  There is no job '\\x1b[2J'."],
    [503, undefined, 'status=503;text=\u202e', 31, 'getJob  fault status=503;text=\\x202e'],
    [400, 'x'.repeat(500), undefined, 33, `-  ${'x'.repeat(300)}...`],
  ])('a request with the status %i (reason: %j, fault: %j) in the color %i', (status, reason, effect, code, end) => {
    const request = {
      id: 1,
      at: '2026-03-01T10:07:30.123Z',
      method: 'GET',
      path: "/odata/jobs('\u001b[31mx\r\n')",
      query: '$select=JobId',
      operationId: effect === undefined ? undefined : 'getJob',
      scheme: undefined,
      headers: {},
      status,
      durationMs: 1.26,
      reason,
      fault: effect !== undefined,
      effect,
    };
    const line = logLine(request, true);
    expect(line).toContain(`\u001b[${code}m${status}\u001b[39m`);
    expect(stripVTControlCharacters(line)).toBe(logLine(request, false));
    expect(logLine(request, false)).toBe(
      `10:07:30.123 ${status}     1.3 ms  GET /odata/jobs('\\x1b[31mx\\xd\\xa')?$select=JobId  ${end}\n`,
    );
  });
});
