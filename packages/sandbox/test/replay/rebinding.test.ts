import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../src/index.ts';

const entry = {
  request: { method: 'GET', url: "https://sync.example.com/jobs('A')", headers: [] },
  response: { status: 200, headers: [], content: { size: 2, mimeType: 'application/json', text: '{"secret":1}' } },
};

/** Sends a request under a host name, and returns the status and the body of the response. */
async function ask(port: number, path: string, host: string): Promise<readonly [number | undefined, string]> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
      text(response).then((body) => resolve([response.statusCode, body]), reject);
    })
      .on('error', reject)
      .end();
  });
}

async function start(options: Parameters<typeof createSandbox>[0]): Promise<number> {
  const sandbox = createSandbox(options);
  onTestFinished(() => sandbox.close());
  return Number(new URL((await sandbox.listen()).urls.odata).port);
}

it.each([
  'evil.example',
  'evil.example:PORT',
  'Evil.COM.',
  '127.0.0.1.evil.example',
  'localhost.evil.dev',
  'a.test.evil.io',
])('does not show a recording to a page whose name %s leads to this machine', async (name) => {
  const port = await start({ replay: { log: { entries: [entry] } } });
  const [status, body] = await ask(port, "/odata/jobs('A')", name.replace('PORT', String(port)));
  expect(status).toBe(421);
  expect(body).not.toContain('secret');
  expect(body).toContain('Use localhost, an address, or a name ending in .test.');
});

it.each([
  'localhost',
  '127.0.0.1:PORT',
  '[::1]',
  'sandbox:8080',
  'a.localhost',
  'host.docker.internal',
  'sync.test',
])('replays a recording under the name %s', async (name) => {
  const port = await start({ replay: { log: { entries: [entry] } } });
  expect(await ask(port, "/odata/jobs('A')", name.replace('PORT', String(port)))).toEqual([200, '{"secret":1}']);
});

it('replays a recording as a proxy, and serves its own data under every name', async () => {
  const replaying = await start({ replay: { log: { entries: [entry] } } });
  expect(await ask(replaying, "http://sync.example.com/odata/jobs('A')", 'sync.example.com')).toEqual([
    200,
    '{"secret":1}',
  ]);
  const port = await start({ data: { jobs: [] } });
  expect((await ask(port, '/odata/history', 'sync.example.com'))[0]).toBe(401);
});
