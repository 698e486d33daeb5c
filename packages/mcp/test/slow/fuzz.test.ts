import { createODataClient } from '@syncline/client';
import { basic } from '@syncline/auth';
import type { LoggedRequest } from '@syncline/sandbox';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../jobs/test/support/world.ts';
import { mostBytes } from '../../src/answer/answer.ts';
import { isRefusalError, toolSurface } from '../../src/index.ts';
import { setUp, token } from '../support/set-up.ts';
import { corpus } from './support/corpus.ts';

const calls = Number(process.env['FUZZ_CALLS'] ?? 20_000);
const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const canary = 'canary-of-a-hidden-job';
const start = '2026-03-02T11:00:00Z';

const visible = ['Orders', 'Orders EU', 'Orders US'];
const hidden = ['Salaries', 'Hiring', 'Orders of HR'];
const jobOf = (name: string, at: number) => ({ id: `j${at}`, name });
const data = {
  jobs: [...visible, ...hidden].map((JobName, at) => ({
    JobName,
    JobId: `j${at}`,
    Source: at < 3 ? 'CRM' : canary,
    PreJob: canary,
  })),
  workspaces: [
    { id: 'w1', name: 'Finance', jobs: visible.map(jobOf) },
    { id: 'w2', name: 'People', jobs: hidden.map((name, at) => ({ ...jobOf(name, at + 3), error: canary })) },
  ],
  history: [...visible, ...hidden, ...Array<string>(90).fill('Orders')].flatMap((jobname, at) =>
    ['SUCCESS', 'FAILED', 'odd'].map((status, index) => ({
      historyid: `r${at}-${index}`,
      jobname,
      status,
      runstartdate: start,
      error: hidden.includes(jobname) ? canary : corpus[index],
    })),
  ),
  taskHistory: {
    '7/1': [{ task_id: '1', status: 'FAILED', query: canary }],
    '8/1': [{ task_id: '1', details: canary }],
  },
};

test(`${calls} calls with random arguments send only GET requests, and none outside the allow-lists`, async () => {
  const logged: LoggedRequest[] = [];
  const { raw, sent, audit, sandbox, clock } = await setUp({
    sandbox: { data: data as never, onRequest: (request) => logged.push(request) },
    yaml: "mcp: { workspaces: [Finance], jobs: ['Orders*'], tasks: ['7/*'], environments: [production], token: { env: T }, requestsPerMinute: 1000000 }\n",
  });
  const { password } = sandbox.credentials.basic;
  const random = seededRandom(seed);
  const pick = <Value>(list: readonly Value[]): Value => list[Math.floor(random() * list.length)] as Value;
  const texts = [
    ...visible,
    ...hidden,

    'j0',
    'j1',
    'j3',
    'j4',
    'r0-0',
    'r1-1',
    'r3-1',
    'r5-2',
    '7',
    '8',
    '1',
    '7/1',
    '8/1',
    'production',
    'test',
    'Finance',
    'People',

    '*',
    'Ord*',
    '*HR',
    '',
    '.',
    '..',
    '../v2/workspaces',
    "') or true or ('",
    '%2e%2e',
    'a/b',
    '24h',
    '7d',
    '400d',
    start,
    'never',
    'failed',
    'unknown',
    'pass',
    'error',
    '50-000000000000',
    '0.0.0.0-000000000000',
    ...corpus,
  ];
  const valueOf = (depth = 0): unknown => {
    const kind = random();
    if (kind < 0.8) return pick(texts);
    if (kind < 0.85) return pick([0, -1, 1e308, true, false, null]);
    if (kind < 0.95)
      return Array.from({ length: Math.floor(random() * 4) }, () => (depth > 2 ? 'x' : valueOf(depth + 1)));
    return { [pick(texts).slice(0, 50)]: depth > 2 ? 'x' : valueOf(depth + 1) };
  };
  /** Arguments that pass the first check */
  const good: Readonly<Record<string, readonly string[]>> = {
    job: [...visible, ...hidden, '*', 'Ord*'],
    workspace: ['Finance', 'People', '*'],
    run: ['r0-0', 'r1-1', 'r2-2', 'r3-1', 'r5-2'],
    since: ['24h', '400d', start],
    until: ['1m', '2026-03-02T11:30:00Z'],
    outcome: ['failed', 'unknown'],
    result: ['pass', 'error'],
    severity: ['error', 'warn'],
    transformation: ['7', '8'],
    task: ['1', '2'],
    tasks: ['7/1', '8/1'],
    before: ['production', 'test'],
    after: ['production'],
  };
  const argsOf = (tool: (typeof toolSurface)[number]): object => {
    const properties = (tool.inputSchema['properties'] ?? {}) as Record<string, { readonly type?: string }>;
    const required = (tool.inputSchema['required'] ?? []) as readonly string[];
    return Object.fromEntries([
      ...Object.entries(properties).flatMap(([name, { type }]) => {
        if (!required.includes(name) && random() < 0.5) return [];
        if (random() < 0.1) return [[name, valueOf()]];
        const text = pick(random() < 0.7 ? (good[name] ?? texts) : texts);
        return [[name, type === 'array' ? [text] : text]];
      }),
      ...(random() < 0.03 ? [[pick(texts).slice(0, 50), valueOf()]] : []),
    ]);
  };
  let [answered, cursors] = [0, 0];
  for (let count = 0; count < calls; count += 1) {
    const tool = pick(toolSurface);
    let args = argsOf(tool);
    // The clock moves, so that the list of workspaces is read again.
    clock.reading += random() < 0.01 ? 61_000 : 5;
    let result = await raw(random() < 0.01 ? pick(texts) : tool.name, args);
    const cursor = result.structuredContent?.['next_cursor'];
    if (typeof cursor === 'string') {
      args = { ...args, cursor };
      result = await raw(tool.name, args);
      cursors += 1;
    }
    if (result.isError !== true) answered += 1;
    const whole = JSON.stringify(result);
    if (
      Buffer.byteLength(whole) > mostBytes ||
      whole.includes(canary) ||
      whole.includes(password) ||
      whole.includes(token)
    )
      expect.fail(
        `call ${count} of seed ${seed}: ${tool.name} ${JSON.stringify(args).slice(0, 300)} answers ${whole.slice(0, 500)}`,
      );
  }
  expect(answered).toBeGreaterThan(calls / 5);
  expect(cursors).toBeGreaterThan(calls / 200);
  // Requests are checked twice: as the transport sent them, and as the sandbox logged them.
  expect(sent.filter((line) => !line.startsWith('GET '))).toEqual([]);
  expect(logged).toHaveLength(sent.length);
  expect(logged.filter(({ method }) => method !== 'GET')).toEqual([]);
  const allowed = [
    /^GET \/json\/v2\/workspaces$/,
    /^GET \/odata\/history$/,
    /^GET \/odata\/jobs\('Orders(?:%20EU|%20US)?'\)$/,
    /^GET \/json\/v2\/transformations\/7\/tasks\/[^/]+\/history$/,
  ];
  const others = sent.filter((line) => !allowed.some((shape) => shape.test(line)));
  expect([...new Set(others)]).toEqual([]);
  const log = audit.join('\n');
  for (const secret of [canary, password, token]) expect(log).not.toContain(secret);
  console.log(`seed ${seed}: ${calls} calls, ${answered} answered, ${cursors} second pages, ${sent.length} requests`);
});

test('the client of the server cannot send anything else', async () => {
  const { sent, sandbox } = await setUp({ sandbox: { data: data as never } });
  // The sandbox would accept these requests. Only the server's transport refuses to send them.
  const { createReadOnlyTransport } = await import('../../src/access/read-only-transport.ts');
  const transport = createReadOnlyTransport(sandbox.fetch, { spent: 0, take: () => undefined });
  const odata = createODataClient({
    baseUrl: sandbox.urls.odata,
    credential: basic(sandbox.credentials.basic),
    fetch: transport,
  });
  const write = odata.raw as unknown as Record<string, (path: string, init: object) => Promise<unknown>>;
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    await expect(
      write[method]?.("/jobs('{JobName}')", { params: { path: { JobName: 'Orders' } }, body: {} }),
    ).rejects.toSatisfy(isRefusalError);
  expect(sent).toEqual([]);
  expect(sandbox.requests).toEqual([]);
});
