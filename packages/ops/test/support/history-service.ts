import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { createEvaluator, parseFilter } from '@syncline/odata';
import { onTestFinished } from 'vitest';
import { exactRows } from '../../src/environment/open-environment.ts';

/** A record of the history. */
export interface HistoryRow {
  readonly historyid: string;
  readonly jobname: string;
  readonly status: string;
  readonly runstartdate: string;
  readonly runenddate: string;
  readonly error: string;
}

/** A row of the history, which started and ended at these moments. */
export function rowOf(key: string, job: string, status: 'SUCCESS' | 'FAILED', start: number): HistoryRow {
  const [runstartdate, runenddate] = [start, start + 5_000].map((at) => new Date(at).toISOString());
  const error = status === 'FAILED' ? 'Connection refused' : '';
  return { historyid: key, jobname: job, status, runstartdate: runstartdate!, runenddate: runenddate!, error };
}

/** A service on loopback whose history a test changes while it runs, and a client for it. */
export async function historyService(date: () => number) {
  const rows: HistoryRow[] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const filter = searchParams.get('$filter');
    const matches = filter === null ? () => true : createEvaluator(parseFilter(filter) as never);
    const sign = searchParams.get('$orderby')?.includes('desc') ? -1 : 1;
    const value = rows
      .filter((row) => matches(row as never) === true)
      .sort((left, right) => (left.runstartdate < right.runstartdate ? -sign : sign))
      .slice(0, Number(searchParams.get('$top') ?? Infinity));
    response.setHeader('date', new Date(date()).toUTCString());
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ value }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const { port } = server.address() as AddressInfo;
  const odata = createODataClient({
    baseUrl: `http://127.0.0.1:${port}`,
    credential: basic({ username: 'u', password: 'password' }),
    tables: exactRows('recordsaffected'),
    undecodable: 'keep',
    retry: 0,
  });
  return { rows, odata };
}
