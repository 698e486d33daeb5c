import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { type Row, token } from '../support/set-up.ts';
import { program, servedSandbox } from './support/served-sandbox.ts';

const peers = new URL('../../peers/', import.meta.url);
const inspector = fileURLToPath(new URL('node_modules/.bin/mcp-inspector', peers));

/** Installs the inspector at its exact version. Returns the reason if this fails, and otherwise undefined. */
function install(): string | undefined {
  const lock = readFileSync(new URL('package-lock.json', peers), 'utf8');
  const stamp = new URL('node_modules/.installed-lock.json', peers);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return undefined;
  const { status, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: fileURLToPath(peers),
    encoding: 'utf8',
  });
  if (status !== 0) return `npm ci failed in packages/mcp/peers: ${stderr.trim()}`;
  writeFileSync(stamp, lock);
  return undefined;
}

const absent = install();
if (absent !== undefined) console.log(`skipped: ${absent}`);

interface Result {
  readonly tools?: readonly object[];
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, Row[]>;
}

/** Runs the inspector's command line and returns the JSON that it prints. */
async function inspect(target: readonly string[], args: readonly string[], env: Readonly<Record<string, string>>) {
  // On a busy machine, the server may need more time to load from its sources than the inspector allows by default.
  const child = spawn(inspector, ['--cli', ...target, '--connect-timeout', '600000', ...args], {
    env: { ...process.env, ...env },
  });
  child.stdin.end();
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  try {
    return JSON.parse(out) as Result;
  } catch {
    throw new Error(`The inspector printed no JSON: ${out.slice(0, 500)} ${err.slice(0, 1_000)}`);
  }
}

test.skipIf(absent !== undefined).each(['stdio', 'http'] as const)(
  `the inspector's command line calls every tool over %s`,
  async (kind) => {
    const { sandbox, file, variables } = await servedSandbox();
    const target = kind === 'stdio' ? sessionFile(file, variables) : await serve(file, variables);
    const call = async (name: string, args: Readonly<Record<string, string | undefined>> = {}) => {
      const pairs = Object.entries(args).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`]);
      const result = await inspect(target, ['--method', 'tools/call', '--tool-name', name, ...pairs], variables);
      expect(result.isError ?? false, `${name}: ${JSON.stringify(result)}`).toBe(false);
      return result.structuredContent;
    };
    expect((await inspect(target, ['--method', 'tools/list'], variables)).tools).toHaveLength(10);
    expect((await call('list_workspaces'))?.['workspaces']?.length).toBeGreaterThan(1);
    const job = (await call('list_jobs'))?.['jobs']?.[0]?.untrusted['job'];
    expect(await call('get_job', { job })).toMatchObject({ untrusted: { JobName: job } });
    const run = (await call('list_runs', { since: '90d' }))?.['runs']?.[0]?.untrusted['run'];
    expect(await call('get_run', { run })).toMatchObject({ untrusted: { run } });
    expect(await call('diagnose_run', { run })).toHaveProperty('failed');
    const { transformation_id: transformation, task_id: task } = sandbox.examples;
    expect((await call('task_history', { transformation, task }))?.['runs']?.length).toBeGreaterThan(0);
    expect((await call('freshness'))?.['jobs']).toHaveLength(12);
    expect((await call('lint'))?.['findings']?.length).toBeGreaterThan(0);
    expect(await call('compare', { before: 'production', after: 'production' })).toMatchObject({ unchanged: 12 });
    expect(sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  },
);

/**
 * Writes a configuration with which a client starts the server. Returns the arguments that make the inspector use it.
 */
function sessionFile(file: string, env: Readonly<Record<string, string>>): readonly string[] {
  const server = { command: process.execPath, args: [...program, '--config', file], env };
  const session = join(dirname(file), 'session.json');
  writeFileSync(session, JSON.stringify({ mcpServers: { syncline: server } }));
  return ['--config', session, '--server', 'syncline'];
}

/** Starts the server over HTTP. Returns the arguments with which the inspector connects to it. */
async function serve(file: string, variables: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const child = spawn(process.execPath, [...program, '--config', file, '--http', '--port', '0'], {
    env: { ...process.env, ...variables },
  });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill();
    await closed;
  });
  let notes = '';
  const url = await new Promise<string>((resolve, reject) => {
    void closed.then(() => reject(new Error(`The server did not start: ${notes}`)));
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      notes += part;
      const [found] = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(notes) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  return [url, '--transport', 'http', '--header', `Authorization: Bearer ${token}`];
}
