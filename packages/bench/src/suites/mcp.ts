import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiKeyHeader } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import type { Transport } from '@syncline/core';
import { openTools, toolSurface } from '@syncline/mcp';
import { goal, type Settings, type Suite, type Table } from '../harness/suite.ts';

const origin = 'https://sync.example.com';
const credential = '{ apiKeyHeader: { name: x-acme-authtoken, value: { env: K } } }';
const yaml = `environments:
  p: { odata: { url: '${origin}/odata', credential: ${credential} }, v2: { url: '${origin}', credential: ${credential} } }
outcomes: { succeeded: [SUCCESS], failed: [FAILED] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, timeZone: UTC }
mcp: { requestsPerMinute: 100000000 }
`;
const start = new Date(Date.now() - 3_600_000).toISOString();
const bodies: readonly (readonly [RegExp, string])[] = [
  [/\/workspaces$/, JSON.stringify([{ id: 'w', name: 'W', jobs: [{ id: 'j', name: 'Orders' }] }])],
  [/\/jobs\(/, JSON.stringify({ JobName: 'Orders', JobId: 'j', Source: 'CRM', Scheduled: 'true', Verbosity: '1' })],
  [
    /\/history$/,
    JSON.stringify(
      Array.from({ length: 50 }, (_, at) => ({
        historyid: `r${at}`,
        jobname: 'Orders',
        status: at % 5 === 0 ? 'FAILED' : 'SUCCESS',
        runstartdate: start,
      })),
    ),
  ],
];
/** A service that takes no time. */
const service: Transport = (url) => {
  const { pathname } = new URL(url);
  const body = bodies.find(([path]) => path.test(pathname))?.[1] ?? '{}';
  return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
};

/** The median time of a call, in milliseconds. */
async function medianOf(count: number, call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < count + 50; index += 1) {
    const began = performance.now();
    await call();
    if (index >= 50) times.push(performance.now() - began);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

async function calls({ quick }: Settings): Promise<Table> {
  const count = quick ? 300 : 3_000;
  const folder = mkdtempSync(join(tmpdir(), 'syncline-bench-mcp-'));
  writeFileSync(join(folder, 'syncline.yaml'), yaml);
  const tools = await openTools({
    file: join(folder, 'syncline.yaml'),
    variables: { K: 'key-of-the-bench' },
    fetch: service,
    audit: () => undefined,
  });
  try {
    const { signal } = new AbortController();
    const odata = createODataClient({
      baseUrl: `${origin}/odata`,
      credential: apiKeyHeader({ name: 'x-acme-authtoken', value: 'key-of-the-bench' }),
      fetch: service,
    });
    const tool = (name: string, args: object) => () => tools.call(name, args, signal);
    const rows = [
      ['get_job', tool('get_job', { job: 'Orders' }), () => odata.jobs.get('Orders')],
      ['list_runs, 50 runs', tool('list_runs', {}), () => odata.history.list()],
    ] as const;
    const measured = [];
    for (const [name, ours, client] of rows) {
      const [call, alone] = [await medianOf(count, ours), await medianOf(count, client)];
      measured.push({ name, values: { call, client: alone, beyond: call - alone } });
    }
    return {
      title: 'Calls of tools in memory',
      about:
        'Medians of calls one after the other, over a transport that answers at once. "Client" is the same read with the client ' +
        'alone; the difference is what the tools add: arguments, allow-lists, cleaning, the limits of the answer and the audit line.',
      columns: [
        { key: 'call', label: 'call', unit: 'ms' },
        { key: 'client', label: 'client', unit: 'ms' },
        { key: 'beyond', label: 'beyond the client', unit: 'ms' },
      ],
      rows: measured,
      goals: [
        ...measured.map(({ name, values }) =>
          goal(`${name}: at most 1 ms beyond the client`, values.beyond, 1, { atMost: true }),
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
