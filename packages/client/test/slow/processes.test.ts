import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { serve } from '../support/serve.ts';

/** Runs a script in its own process until it ends by itself. */
async function run(
  script: string,
  url: string,
  flags: readonly string[] = [],
): Promise<{ code: unknown; output: string }> {
  const file = fileURLToPath(new URL(`../processes/${script}`, import.meta.url));
  const child = spawn(process.execPath, ['--no-warnings', '--conditions=@syncline/source', ...flags, file, url]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output };
}

it('a refresh in the background that waits for its next attempt does not keep a process open', async () => {
  let requests = 0;
  const url = await serve((_, response) => {
    requests += 1;
    const isFirst = requests === 1;
    response.writeHead(isFirst ? 200 : 503, { 'content-type': 'application/json', 'retry-after': '9' });
    response.end(JSON.stringify({ access_token: 'token', expires_in: 100 }));
  });
  expect(await run('background-refresh.ts', url)).toEqual({
    code: 0,
    output: 'token_obtained token_retry, 0 timers\n',
  });
  expect(requests).toBe(2);
});

it.each([
  ['by the program', []],
  ['by Node', ['--frozen-intrinsics']],
])('everything works with built-in objects that are frozen %s', async (_, flags) => {
  const url = await serve((request, response) => {
    response.writeHead(request.url === '/api/history' ? 200 : 404, { 'content-type': 'application/json' });
    response.end(request.url === '/api/history' ? '[]' : '{"error":{"code":"x","message":"no"}}');
  });
  const { code, output } = await run('frozen-intrinsics.ts', url, flags);
  expect(output).toBe(
    `${JSON.stringify([
      "details eq 'b'",
      [],
      'HttpError HTTP_ERROR',
      'NetworkError NETWORK_ERROR',
      'TimeoutError TIMEOUT',
      'ConfigError CONFIG_INVALID',
      'CallbackError CALLBACK_FAILED',
      'AuthError AUTH_FAILED',
    ])}\n`,
  );
  expect(code).toBe(0);
});
