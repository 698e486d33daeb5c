import { apiKeyHeader } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { createNodeTransport } from '@syncline/client/node';
import type { BenchClient, Target } from './client.ts';

/** Syncline with its defaults (decoding, credential, retry, deadline), over each transport. */
export function synclineClients({ url, jobName, header, key }: Target): BenchClient[] {
  const credential = apiKeyHeader({ name: header, value: key });
  const transport = createNodeTransport();
  const make = (name: string, fetch?: typeof transport): BenchClient => {
    const odata = createODataClient({ baseUrl: url, credential, fetch });
    return {
      name,
      job: () => odata.jobs.get(jobName),
      history: () => odata.history.list(),
      ...(fetch && { close: () => fetch.close() }),
    };
  };
  return [make('Syncline, Node transport', transport), make('Syncline, global fetch')];
}
