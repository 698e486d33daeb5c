import { apiKeyHeader } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { createNodeTransport } from '@syncline/client/node';
import type { Transport, TransportResponse } from '@syncline/core/internal';
import { type BenchClient, type ClientContender, jobPath, type Target } from './client.ts';

/** Syncline with its defaults (decoding, credential, retry, deadline), over each transport. */
export const synclineClients: readonly ClientContender[] = [
  { name: 'Syncline, Node transport', create: (target) => createClient(target, createNodeTransport()) },
  { name: 'Syncline, global fetch', create: (target) => createClient(target) },
  // Not a client: Syncline over a transport whose response is already there, so only what a call itself costs.
  {
    name: 'Syncline, no network',
    isBound: true,
    create: async (target) => createClient(target, await recordedTransport(target)),
  },
];

function createClient({ url, jobName, header, key }: Target, fetch?: Transport): BenchClient {
  const credential = apiKeyHeader({ name: header, value: key });
  const odata = createODataClient({ baseUrl: url, credential, fetch });
  return { job: () => odata.jobs.get(jobName), history: () => odata.history.list() };
}

/** A transport that returns the responses that it recorded when it was created. */
async function recordedTransport({ url, jobName }: Target): Promise<Transport> {
  const headers = new Headers({ 'content-type': 'application/json' });
  const read = async (address: string) => new Uint8Array(await (await fetch(address)).arrayBuffer());
  const job = await read(url + jobPath(jobName));
  const history = await read(`${url}/history`);
  const send = async (address: string): Promise<TransportResponse> => {
    const body = address.endsWith('/history') ? history : job;
    return { status: 200, headers, body: null, arrived: () => body };
  };
  return Object.assign(send, { withCancellation: send });
}
