import { apiKeyHeader } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { createNodeTransport } from '@syncline/client/node';
import type { Transport, TransportResponse } from '@syncline/core';
import { type BenchClient, jobPath, type Target } from './client.ts';

/** Not a client: Syncline over a transport whose response is already there, so only what a call itself costs. */
const withoutNetwork = 'Syncline, no network';

/** Syncline with its defaults (decoding, credential, retry, deadline), over each transport. */
export async function synclineClients({ url, jobName, header, key }: Target): Promise<BenchClient[]> {
  const credential = apiKeyHeader({ name: header, value: key });
  const transport = createNodeTransport();
  const make = (name: string, fetch?: Transport & { close(): Promise<void> }): BenchClient => {
    const odata = createODataClient({ baseUrl: url, credential, fetch });
    return {
      name,
      job: () => odata.jobs.get(jobName),
      history: () => odata.history.list(),
      ...(fetch && { close: () => fetch.close() }),
    };
  };
  return [
    make('Syncline, Node transport', transport),
    make('Syncline, global fetch'),
    {
      ...make(withoutNetwork, await recorded({ job: url + jobPath(jobName), history: `${url}/history` })),
      isBound: true,
    },
  ];
}

/** A transport that returns the recorded responses of these addresses. */
async function recorded(addresses: { readonly job: string; readonly history: string }) {
  const headers = new Headers({ 'content-type': 'application/json' });
  const read = async (address: string) => new Uint8Array(await (await fetch(address)).arrayBuffer());
  const job = await read(addresses.job);
  const history = await read(addresses.history);
  const send = async (url: string): Promise<TransportResponse> => {
    const body = url.endsWith('/history') ? history : job;
    return { status: 200, ok: true, headers, body: null, arrived: () => body };
  };
  return Object.assign(send, { withCancellation: send, close: async () => {} });
}
