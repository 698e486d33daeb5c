import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { basic } from '@syncline/auth';
import { createODataClient } from '../../src/index.ts';

test.each(['.', '..'])('a job named %j is read over HTTP, and its segment arrives as it is', async (name) => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ JobName: name }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const odata = createODataClient({
      baseUrl: `http://127.0.0.1:${port}/api`,
      credential: basic({ username: 'reader', password: 'open sesame' }),
    });
    expect((await odata.jobs.get(name)).JobName).toBe(name);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
  expect(seen).toEqual([`/api/jobs('${name}')`]);
});
