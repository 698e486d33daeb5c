import { basic } from '@syncline/auth';
import { expect, it } from 'vitest';
import { createODataClient } from '../../src/index.ts';
import { createNodeTransport } from '../../src/node/index.ts';
import { serveInTurn } from '../support/serve.ts';

it.each([
  ['fetch', undefined],
  ['the Node transport', createNodeTransport()],
])('a response with the status 407 is explained over %s', async (_, fetch) => {
  const { url } = await serveInTurn({ status: 407, body: '' });
  const credential = basic({ username: 'ada', password: 'x' });
  const client = createODataClient({ baseUrl: url, credential, retry: 0, fetch });
  await expect(client.connectors.list()).rejects.toThrow(/\b407\b.*\bproxy\b|\bproxy\b.*\b407\b/);
});
