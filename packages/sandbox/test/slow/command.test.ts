import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operations } from '@syncline/openapi';
import { describe, expect, it, onTestFinished } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import type { ListeningSandbox } from '../../src/index.ts';

const bin = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));

const start = (...args: string[]) => startWith([], ...args);

function startWith(flags: readonly string[], ...args: string[]) {
  const child = spawn(process.execPath, ['--conditions=@syncline/source', '--no-warnings', ...flags, bin, ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      output[name] += chunk.toString();
      for (const check of waiting) check();
    });
  }
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const until = (text: string) =>
    new Promise<void>((resolve) => {
      const check = (): void => void (output.stdout.includes(text) && resolve());
      waiting.add(check);
      check();
    });
  return { child, output, code, until };
}

function file(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

describe('syncline-sandbox', () => {
  it('prints one JSON line when ready, serves, and ends cleanly on Ctrl-C', async () => {
    const data = file('data.json', '{"jobs":[{"JobName":"mine"}]}');
    const rules = file('rules.json', '[{"operation":"getJob","status":503,"times":1}]');
    const { child, output, code, until } = start('--json', '--data', data, '--rules', rules, '--vendor', 'umbrella');
    await until('\n');
    const { urls, credentials } = JSON.parse(output.stdout) as ListeningSandbox;
    const ask = () =>
      fetch(`${urls.odata}/jobs('mine')`, { headers: { 'x-umbrella-authtoken': credentials.apiKey.value } });
    expect((await ask()).status).toBe(503);
    expect(await (await ask()).json()).toEqual({ JobName: 'mine' });
    child.kill('SIGINT');
    expect([await code, output.stderr, output.stdout.split('\n').length]).toEqual([0, '', 2]);
  });

  it('responds from a recorded session', async () => {
    const url = "https://sync.example.com/app/jobs('mine')";
    const content = { size: 18, mimeType: 'application/json', text: '{"JobName":"mine"}' };
    const entry = { request: { method: 'GET', url }, response: { status: 200, headers: [], content } };
    const replay = file('session.har', JSON.stringify({ log: { entries: [entry] } }));
    const { child, output, code, until } = start('--replay', replay);
    await until('Press Ctrl-C to stop.');
    expect(output.stdout).toMatch(/replays +1 recorded response of 1 operation\n/);
    const odata = /OData +(\S+)/.exec(output.stdout)?.[1] ?? '';
    expect(await (await fetch(`${odata}/jobs('mine')`)).json()).toEqual({ JobName: 'mine' });
    child.kill('SIGTERM');
    expect([await code, output.stderr]).toEqual([0, '']);
  });

  it.each([
    [
      ['--cors', 'https://docs.example.com, https://app.example.com'],
      ['https://app.example.com'],
      ['http://localhost:3000', 'https://evil.example'],
    ],
    [['--cors', 'none'], [], ['http://localhost:3000']],
    [['--cors', 'loopback'], ['http://localhost:3000'], ['https://docs.example.com']],
  ])('lets pages of these origins read: %j', async (flags, readers, others) => {
    const { child, output, code, until } = start('--json', ...flags);
    await until('\n');
    const { urls } = JSON.parse(output.stdout) as ListeningSandbox;
    const allowed = async (origin: string) =>
      (await fetch(`${urls.odata}/history`, { headers: { origin } })).headers.get('access-control-allow-origin');
    for (const origin of readers) expect(await allowed(origin)).toBe(origin);
    for (const origin of others) expect(await allowed(origin)).toBeNull();
    child.kill('SIGINT');
    expect(await code).toBe(0);
  });

  it('prints addresses, a curl command for each operation, and each request with its duration and the reason of a refusal', async () => {
    const { child, output, code, until } = start('--scale', 'jobs=3,history=10');
    await until('Press Ctrl-C to stop.');
    for (const name of Object.keys(operations)) expect(output.stdout).toMatch(new RegExp(`${name} +curl `));
    const odata = /OData +(\S+)/.exec(output.stdout)?.[1] ?? '';
    await fetch(`${odata}/history?@authtoken=secret`);
    await until('@authtoken).\n');
    expect(output.stdout).toMatch(
      /401 +\d+\.\d ms {2}GET \/odata\/history\?@authtoken=\[redacted\] {2}listHistory {2}The credential sent as apiKeyQuery is wrong\. Accepted here: basic, apiKeyHeader \(header x-acme-authtoken\), apiKeyQuery \(query parameter @authtoken\)\.\n/,
    );
    child.kill('SIGTERM');
    expect(await code).toBe(0);
  });

  it('has a line for each request, in order, when it is stopped and when it crashes', async () => {
    // Makes the process crash in the same turn of the event loop in which the request is answered.
    const crash = `import { Server } from 'node:http'; const { emit } = Server.prototype;
      Server.prototype.emit = function (name, message, ...rest) { const heard = emit.call(this, name, message, ...rest); if (name === 'request' && message.url === '/crash') throw new Error('crash'); return heard; };`;
    for (const last of ['/last', '/crash']) {
      const { output, code, until, child } = startWith(
        ['--import', `data:text/javascript,${encodeURIComponent(crash)}`],
        '--data',
        file('data.json', '{}'),
      );
      await until('Press Ctrl-C to stop.');
      const [origin = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(output.stdout) ?? [];
      const paths = Array.from({ length: 40 }, (_, index) => `/number-${index}`);
      for (const path of paths) await fetch(origin + path);
      await fetch(origin + last).catch(() => undefined);
      child.kill('SIGINT');
      expect(await code).toBe(last === '/last' ? 0 : 1);
      expect(output.stdout.match(/(?<=ms {2}GET )\S+/g)).toEqual([...paths, last]);
    }
  });

  it.each([
    [['--prot', '1'], /^syncline-sandbox: --prot is not an option: did you mean --port\?\n$/],
    [['--port'], /^syncline-sandbox: The command line is invalid: .*--port.*; see --help\n$/],
    [['--port', '70000'], /^syncline-sandbox: --port must be a whole number from 0 to 65535, found "70000"\n$/],
    [['--scale', 'jobs=many'], /^syncline-sandbox: --scale jobs must be a whole number .*, found "many"\n$/],
    [['--scale', 'cats=1'], /^syncline-sandbox: scale\.cats is not an option: .*jobs.*\n$/],
    [['--names', 'vendor'], /^syncline-sandbox: --names must be pascal, or pairs such as .*; found "vendor"\n$/],
    ...['--data', '--rules', '--replay'].map(
      (flag) => [[flag, '/dev/zero'], /\/dev\/zero is a device and not a file\n$/] as [string[], RegExp],
    ),
    [['--data', '/nonexistent'], /^syncline-sandbox: \/nonexistent cannot be read \(ENOENT\)\n$/],
    [
      ['--data', 'BAD'],
      /^syncline-sandbox: .*bad\.json must be valid JSON: expected a name in double quotes after the opening brace\n$/,
    ],
    [['--replay', 'BAD'], /^syncline-sandbox: --replay .* must be valid JSON: .*\n$/],
    [['--replay', 'RULE'], /^syncline-sandbox: --replay .* cannot be used: replay must be a HAR file: .*\n$/],
    [['--replay', 'x', '--data', 'y'], /^syncline-sandbox: --replay uses the recording; omit --data and --scale\n$/],
    [['--rules', 'BAD'], /^syncline-sandbox: --rules .* must be valid JSON: .*\n$/],
    [['--rules', 'RULE'], /^syncline-sandbox: rules\[0\]\.status must be a whole number from 200 to 599, found 99\n$/],
    [
      ['--cors', 'docs.example.com'],
      /^syncline-sandbox: cors must list origins such as .*, found "docs\.example\.com"\n$/,
    ],
    [
      ['--cors', 'https://a.example,https://b.example/path'],
      /^syncline-sandbox: cors must list origins such as .*, found "https:\/\/b\.example\/path"\n$/,
    ],
    [['--cors', ''], /^syncline-sandbox: cors must list origins such as .*, found ""\n$/],
    [['--vendor', 'a b'], /^syncline-sandbox: vendor must consist of .*, found "a b"\n$/],
    [['--start', 'soon'], /^syncline-sandbox: clock\.start must be a date, found "soon"\n$/],
  ])('%j is one line and exit status 2', async (args, message) => {
    const made = args.map((arg) =>
      arg === 'BAD' ? file('bad.json', '{') : arg === 'RULE' ? file('rule.json', '[{"status":99}]') : arg,
    );
    const { output, code } = start(...made);
    expect(await code).toBe(2);
    expect(output.stdout).toBe('');
    expect(output.stderr).toMatch(message);
  });

  it.each([
    ['--help', '--scale <parts>'],
    ['--version', manifest.version],
  ])('%s prints and ends', async (flag, text) => {
    const { output, code } = start(flag);
    expect([await code, output.stdout.includes(text)]).toEqual([0, true]);
  });
});
