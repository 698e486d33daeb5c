import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { program, servedSandbox } from './support/served-sandbox.ts';

/** Runs the program and waits until it ends. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}, input = '') {
  const child = spawn(process.execPath, [...program, ...args], { env: { PATH: process.env['PATH'], ...env } });
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { out, err, code: code as number | null };
}

test('the official client drives the program over stdio, and it ends with its client', async () => {
  const { sandbox, file, variables } = await servedSandbox();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...program, '--config', file],
    env: { ...variables, PATH: process.env['PATH'] ?? '' },
    stderr: 'pipe',
  });
  const notes = transport.stderr === null ? Promise.resolve('') : text(transport.stderr as never);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  expect((await client.listTools()).tools).toHaveLength(10);
  const { structuredContent } = await client.callTool({ name: 'list_jobs', arguments: {} });
  expect((structuredContent as { readonly jobs: readonly object[] }).jobs).toHaveLength(12);
  await client.close();
  const [greeting, line = '', ...more] = (await notes).trim().split('\n');
  expect(greeting).toBe('syncline-mcp: read-only, environment production, stdio');
  expect(JSON.parse(line)).toMatchObject({ tool: 'list_jobs', result: 'ok', requests: 1, rows: 12 });
  expect(more).toEqual([]);
  expect(sandbox.requests.map(({ method }) => method)).toEqual(['GET']);
});

test.each([
  ['--help', 0, /^Usage: syncline-mcp(?:.{0,80}\n)*$/, ''],
  ['-h', 0, /^Usage: syncline-mcp/, ''],
  ['--version', 0, /^\d+\.\d+\.\d+\n$/, ''],
  ['-v', 0, /^\d+\.\d+\.\d+\n$/, ''],
  ['--prot 1', 2, /^$/, /Unknown option '--prot'/],
  ['--port 7431', 2, /^$/, /--port needs --http/],
  ['--http --port 99999', 2, /^$/, /--port must be a whole number from 0 to 65535/],
  ['--config /nowhere/syncline.yaml', 2, /^$/, /\/nowhere\/syncline\.yaml does not exist/],
  ['extra', 2, /^$/, /Unexpected argument 'extra'/],
])('%s', async (args, code, out, err) => {
  const result = await run(args.split(' '));
  expect(result.out).toMatch(out);
  expect(result.err).toMatch(err);
  expect(result.code).toBe(code);
});

test('input that does not follow the protocol does not end the server, and stdout contains only the protocol', async () => {
  const { file, variables } = await servedSandbox();
  const lines = ['not json', '[]', '{"jsonrpc":"2.0","id":1,"method":"nope"}', '\u0000'];
  const { out, code } = await run(['--config', file], variables, `${lines.join('\n')}\n`);
  expect(code).toBe(0);
  for (const line of out.split('\n').filter((each) => each !== '')) expect(JSON.parse(line)).toHaveProperty('jsonrpc');
});

test('a token that is missing or weak is named, and never shown', async () => {
  const { file, variables } = await servedSandbox();
  const weak = await run(['--config', file, '--http', '--port', '0'], { ...variables, T: 'weak-canary' });
  expect(weak).toMatchObject({ code: 2, out: '' });
  expect(weak.err).toContain('mcp.token must have at least 16 characters');
  expect(weak.err).not.toContain('weak-canary');
  const { T: _token, ...others } = variables;
  expect((await run(['--config', file, '--http', '--port', '0'], others)).err).toContain(
    'mcp.token needs the environment',
  );
});

test('Ctrl-C ends it with 130, and SIGTERM with 0', async () => {
  const { file, variables } = await servedSandbox();
  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 0],
  ] as const) {
    const env = { PATH: process.env['PATH'], ...variables };
    const child = spawn(process.execPath, [...program, '--config', file], { env });
    child.stderr.once('data', () => child.kill(signal));
    expect(await once(child, 'close')).toEqual([status, null]);
  }
});
