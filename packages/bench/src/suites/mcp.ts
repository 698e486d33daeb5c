import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiKeyHeader } from '@syncline/auth';
import { createODataClient, createV2Client } from '@syncline/client';
import type { Transport } from '@syncline/core/internal';
import { openTools, toolSurface } from '@syncline/mcp';
import { goal, type Settings, type Suite, type Table } from '../harness/suite.ts';
import { instantService, newest } from '../mcp/instant-service.ts';

const origin = 'https://sync.example.com';
const credential = '{ apiKeyHeader: { name: x-acme-authtoken, value: { env: K } } }';
const environment = `{ odata: { url: '${origin}/odata', credential: ${credential} }, v2: { url: '${origin}', credential: ${credential} } }`;
const yaml = `default: p
environments: { p: ${environment}, q: ${environment} }
outcomes: { succeeded: [SUCCESS], failed: [FAILED] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, timeZone: UTC, pageCap: 50 }
freshness: [{ jobs: '*', warnAfter: 2h, errorAfter: 6h }]
mcp: { requestsPerMinute: 100000000 }
`;

/** The median time of a call, in milliseconds. */
async function medianOf(count: number, call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < count + 50; index += 1) {
    const began = performance.now();
    await call();
    if (index >= 50) times.push(performance.now() - began);
  }
  return times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0;
}

async function calls({ quick }: Settings): Promise<Table> {
  const count = quick ? 300 : 3_000;
  const folder = mkdtempSync(join(tmpdir(), 'syncline-bench-mcp-'));
  writeFileSync(join(folder, 'syncline.yaml'), yaml);
  let requests = 0;
  const service: Transport = (url, init) => {
    requests += 1;
    return instantService(url, init);
  };
  const tools = await openTools({
    file: join(folder, 'syncline.yaml'),
    variables: { K: 'key-of-the-bench' },
    fetch: service,
    audit: () => undefined,
  });
  try {
    const { signal } = new AbortController();
    const options = {
      credential: apiKeyHeader({ name: 'x-acme-authtoken', value: 'key-of-the-bench' }),
      fetch: service,
    };
    const odata = createODataClient({ ...options, baseUrl: `${origin}/odata` });
    const v2 = createV2Client({ ...options, baseUrl: origin });
    const nothing = () => Promise.resolve();
    const job = () => odata.jobs.get('Orders');
    /** Reads as the tools do: while the response arrives, including its metadata. */
    const history = async (since: Date) => {
      const stream = odata.history.stream({ filter: (h) => h.runstartdate.ge(since), pages: 'follow' });
      for await (const _ of stream);
      await stream.response();
    };
    const all = () => history(new Date(0));
    const last = () => history(newest);
    const each = async (...reads: readonly (() => Promise<unknown>)[]) => {
      for (const read of reads) await read();
    };
    const rows: readonly (readonly [name: string, args: object, reads: () => Promise<unknown>])[] = [
      ['list_workspaces', {}, nothing],
      ['list_jobs', {}, nothing],
      ['get_job', { job: 'Orders' }, job],
      ['list_runs', {}, () => each(all, last)],
      ['get_run', { run: 'r0' }, last],
      ['diagnose_run', { run: 'r0' }, () => each(all, last, job)],
      ['task_history', { transformation: '7', task: '1' }, () => v2.transformations.taskHistory('7', '1')],
      ['freshness', {}, () => each(all, last)],
      ['lint', {}, job],
      ['compare', { before: 'p', after: 'q' }, () => each(job, job)],
    ];
    const measured = [];
    for (const [name, args, reads] of rows) {
      const ours = () => tools.call(name, args, signal);
      await ours();
      requests = 0;
      if ((await ours()).isError === true) throw new Error(`${name} failed`);
      const sent = requests;
      await reads();
      if (requests !== 2 * sent) throw new Error(`${name} sends ${sent} requests, and the client ${requests - sent}`);
      const [call, alone] = [await medianOf(count, ours), await medianOf(count, reads)];
      measured.push({ name, values: { requests: sent, call, client: alone, beyond: call - alone } });
    }
    return {
      title: 'Calls of tools in memory',
      about:
        'Medians of calls one after the other, over a transport that responds immediately with up to 50 records. "Client" is the same ' +
        'reads with the client alone; the difference is what the tools add: arguments, allow-lists, outcomes, cleaning, the limits ' +
        'of the answer and the audit line. The second read of the history checks that the first one was complete.',
      columns: [
        { key: 'requests', label: 'requests', unit: 'per call' },
        { key: 'call', label: 'call', unit: 'ms' },
        { key: 'client', label: 'client', unit: 'ms' },
        { key: 'beyond', label: 'difference', unit: 'ms' },
      ],
      rows: measured,
      goals: [
        ...measured.map(({ name, values }) =>
          goal(`${name}: at most 1 ms more than the client`, values.beyond, 1, { atMost: true }),
        ),
        goal('a tool list of at most 8 kB', Buffer.byteLength(JSON.stringify({ tools: toolSurface })) / 1_000, 8, {
          atMost: true,
        }),
      ],
    };
  } finally {
    await tools.close();
    rmSync(folder, { recursive: true });
  }
}

export default {
  title: 'MCP server',
  peers: false,
  async *run(settings) {
    yield await calls(settings);
  },
} satisfies Suite;
