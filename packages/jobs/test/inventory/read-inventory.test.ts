import { apiKeyHeader, basic } from '@syncline/auth';
import { createODataClient, createV2Client, isAbortedError, isConfigError, isHttpError } from '@syncline/client';
import { createSandbox, type SandboxOptions } from '@syncline/sandbox';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type InventoryProgress,
  type JobEntry,
  lintJobs,
  type ReadInventoryOptions,
  readInventory,
} from '../../src/index.ts';

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of cleanUp.splice(0)) await close();
});

/** A sandbox on a local port, with a client for each interface and the paths of its requests. */
async function serve(options: SandboxOptions) {
  const paths: string[] = [];
  const sandbox = createSandbox({ life: false, ...options, onRequest: ({ path }) => void paths.push(path) });
  cleanUp.push(() => sandbox.close());
  const { urls, credentials } = await sandbox.listen();
  const { userToken } = credentials;
  const odata = createODataClient({
    baseUrl: urls.odata,
    credential: basic(credentials.basic),
    undecodable: 'keep',
    retry: 0,
  });
  const v2 = createV2Client({
    baseUrl: urls.v2,
    credential: apiKeyHeader({ name: userToken.headerName, value: userToken.value }),
    retry: 0,
  });
  return { sandbox, odata, v2, paths };
}

const twoWorkspaces = {
  jobs: [
    { JobName: 'Nightly', JobId: 'j1', WorkspaceId: 'w1', Scheduled: 'true' },
    { JobName: "O'Brien/日次", JobId: 'j2', WorkspaceId: 'w2' },
    { JobName: 'Without id' },
  ],
  workspaces: [
    {
      id: 'w1',
      name: 'Finance',
      connections: [{ id: 'c1', name: 'CRM', connector: 'CRM', error: '' }],
      jobs: [
        { id: 'j1', name: 'Nightly', connector: 'CRM', error: '' },
        { id: 'j9', name: 'Deleted meanwhile', connector: 'CRM', error: 'gone' },
      ],
    },
    {
      id: 'w2',
      name: 'Sales',
      jobs: [
        { id: 'j2', name: "O'Brien/日次", connector: 'ERP', error: '' },
        { id: 'j3', name: 'Nightly', connector: 'ERP', error: '' },
        { id: 'j4', name: 'Without id', connector: 'ERP', error: '' },
      ],
    },
  ],
} as const;

const outline = (entries: readonly JobEntry[]) =>
  entries.map((entry) => [
    entry.workspace?.name,
    entry.name,
    entry.kind,
    'because' in entry ? entry.because : undefined,
  ]);

describe('both interfaces', () => {
  test('reads each name once, and gives a shared name to the job whose id it has', async () => {
    const { odata, v2, paths } = await serve({ data: twoWorkspaces });
    const seen: InventoryProgress[] = [];
    const inventory = await readInventory({ odata, v2, onProgress: (progress) => void seen.push(progress) });
    expect(outline(inventory.entries)).toEqual([
      ['Finance', 'Nightly', 'read', undefined],
      ['Finance', 'Deleted meanwhile', 'unreadable', undefined],
      ['Sales', "O'Brien/日次", 'read', undefined],
      ['Sales', 'Nightly', 'ambiguous', 'other-id'],
      ['Sales', 'Without id', 'ambiguous', 'no-id'],
    ]);
    expect(inventory.knows).toEqual({ jobs: 'all', definitions: true, workspaces: true });
    expect(inventory.entries[0]).toMatchObject({ id: 'j1', error: '', whole: true, job: { Scheduled: true } });
    const [, lost, , other] = inventory.entries;
    expect(lost?.kind === 'unreadable' && isHttpError(lost.reason) && lost.reason.status).toBe(404);
    expect(lost?.error).toBe('gone');
    expect(other).toMatchObject({ id: 'j3', foundId: 'j1' });
    expect(paths.filter((path) => path.includes('/jobs('))).toHaveLength(4);
    expect(seen.map(({ done, total }) => [done, total])).toEqual([1, 2, 3, 4].map((done) => [done, 4]));
    expect(seen.at(-1)?.failed).toBe(1);
  });

  test('reads the generated world completely, and reading by its names leaves no job unread', async () => {
    const { odata, v2 } = await serve({ seed: 3 });
    const inventory = await readInventory({ odata, v2, concurrency: 8 });
    expect(inventory.entries).toHaveLength(36);
    expect(inventory.entries.every(({ kind }) => kind === 'read')).toBe(true);
    const report = lintJobs(inventory);
    expect(report.counts.jobs).toBe(36);
    expect(report.unread).toEqual([]);
  });

  test('never has more concurrent requests than configured', async () => {
    let [active, most] = [0, 0];
    const jobs = {
      get: async (name: string) => {
        active += 1;
        most = Math.max(most, active);
        await new Promise((resolve) => setImmediate(resolve));
        active -= 1;
        return { JobName: name, JobId: name };
      },
    };
    const names = Array.from({ length: 50 }, (_, index) => `job ${index}`);
    const members = names.map((name) => ({ id: name, name }));
    const v2 = { workspaces: { list: async () => [{ id: 'w', name: 'W', jobs: members }] } };
    const options = { odata: { jobs }, v2, concurrency: 3 } as unknown as ReadInventoryOptions;
    const { entries } = await readInventory(options);
    expect(entries.map(({ name }) => name)).toEqual(names);
    expect(most).toBe(3);
  });

  test('a listener that throws or rejects has no effect', async () => {
    const { odata, v2 } = await serve({ data: twoWorkspaces });
    const onProgress = async () => {
      throw new Error('mine');
    };
    const { entries } = await readInventory({ odata, v2, onProgress });
    expect(entries).toHaveLength(5);
  });

  test('an abort ends everything', async () => {
    const { odata, v2 } = await serve({ data: twoWorkspaces });
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    const read = readInventory({ odata, v2, concurrency: 1, onProgress, signal: controller.signal });
    await expect(read).rejects.toSatisfy(isAbortedError);
  });

  test('workspaces that cannot be listed are an error, not an empty inventory', async () => {
    const { odata, v2, sandbox } = await serve({ data: twoWorkspaces });
    sandbox.faults.next('listWorkspaces', { status: 403 });
    await expect(readInventory({ odata, v2 })).rejects.toSatisfy(isHttpError);
  });

  test('a job that a workspace lists without a name or with an unknown id is not guessed', async () => {
    const jobs = { get: async (name: string) => ({ JobName: name, JobId: 'j1' }) };
    const members = [{ id: 'j1' }, { id: 'j1', name: '' }, { name: 'A' }, { name: 'B' }, { name: 'B' }];
    const v2 = {
      workspaces: {
        list: async () => [
          { id: 'w', name: 'W', jobs: members },
          { id: 'x', name: 'X' },
        ],
      },
    };
    const { entries } = await readInventory({ odata: { jobs }, v2 } as unknown as ReadInventoryOptions);
    expect(outline(entries).map(([, name, kind, because]) => [name, kind, because])).toEqual([
      ['', 'ambiguous', 'no-name'],
      ['', 'ambiguous', 'no-name'],
      ['A', 'read', undefined],
      ['B', 'ambiguous', 'no-id'],
      ['B', 'ambiguous', 'no-id'],
    ]);
  });
});

describe('one interface', () => {
  test('v2 alone lists the jobs, and reports that it has no definitions', async () => {
    const { v2 } = await serve({ data: twoWorkspaces });
    const inventory = await readInventory({ v2 });
    expect(inventory.knows).toEqual({ jobs: 'all', definitions: false, workspaces: true });
    expect(inventory.entries.map(({ kind }) => kind)).toEqual(Array(5).fill('listed'));
    const { counts, unread } = lintJobs(inventory);
    expect(counts).toMatchObject({ jobs: 0, unread: 5, passed: 0 });
    expect(unread[0]?.because).toContain('the inventory has no OData client');
  });

  test('OData alone reads the jobs with the given names, without workspaces', async () => {
    const { odata } = await serve({ data: twoWorkspaces });
    const inventory = await readInventory({ odata, names: ['Nightly', 'Nowhere'] });
    expect(inventory.knows).toEqual({ jobs: 'names', definitions: true, workspaces: false });
    expect(outline(inventory.entries)).toEqual([
      [undefined, 'Nightly', 'read', undefined],
      [undefined, 'Nowhere', 'unreadable', undefined],
    ]);
    expect(inventory.entries[0]).toMatchObject({ id: 'j1', whole: true });
  });

  test('names choose from what the workspaces list', async () => {
    const { odata, v2, paths } = await serve({ data: twoWorkspaces });
    const { entries } = await readInventory({ odata, v2, names: ["O'Brien/日次"] });
    expect(outline(entries)).toEqual([['Sales', "O'Brien/日次", 'read', undefined]]);
    expect(paths).toHaveLength(2);
  });

  test.each([
    ['odata', {}],
    ['names', { odata: {} }],
    ['names', { odata: {}, names: [''] }],
    ['concurrency', { v2: {}, concurrency: 0 }],
    ['concurrency', { v2: {}, concurrency: Number.NaN }],
    ['concurency', { v2: {}, concurency: 2 }],
  ])('refuses %s before anything is sent', async (option, options) => {
    const error = await readInventory(options as never).catch((thrown: unknown) => thrown);
    expect(isConfigError(error) && error.option).toBe(option);
  });
});

describe('a value that its field does not allow', () => {
  const body = JSON.stringify({
    JobName: "O'A",
    JobId: 'j',
    Verbosity: 'loud',
    BatchSize: '1,000',
    Scheduled: 'perhaps',
  });
  const server = (paths: string[]) => async (url: unknown) => {
    paths.push(new URL(url instanceof Request ? url.url : String(url)).pathname);
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  };
  const clientOf = (paths: string[], undecodable: 'keep' | 'throw') =>
    createODataClient({
      baseUrl: 'https://sync.example.com',
      credential: basic({ username: 'u', password: 'p' }),
      undecodable,
      fetch: server(paths) as typeof fetch,
    });

  test.each([
    ['keep', 1],
    ['throw', 2],
  ] as const)('reaches its rule, with undecodable: %s in %i requests', async (undecodable, requests) => {
    const paths: string[] = [];
    const { findings } = lintJobs(await readInventory({ odata: clientOf(paths, undecodable), names: ["O'A"] }));
    const rules = findings.map(({ rule }) => rule);
    expect(rules).toEqual(expect.arrayContaining(['verbosity-unknown', 'batch-size-invalid']));
    expect(paths).toEqual(Array(requests).fill("/jobs('O%27%27A')"));
  });

  test('leaves the job unreadable if the client has no raw', async () => {
    const { jobs } = clientOf([], 'throw');
    const { entries } = await readInventory({ odata: { jobs }, names: ["O'A"] });
    expect(entries.map(({ kind }) => kind)).toEqual(['unreadable']);
  });
});
