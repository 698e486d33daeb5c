import { basic } from '@syncline/auth';
import { afterEach, describe, expect, it } from 'vitest';
import { createCloudClient, createODataClient, createV2Client } from '../../src/index.ts';
import { createNodeTransport } from '../../src/node/index.ts';
import { json, replying, rejection } from '../support/in-process.ts';

const credential = basic({ username: 'ada', password: 'secret' });
const clients = (...bodies: unknown[]) => {
  const { asked, transport } = replying(...bodies.map((body) => json(body)));
  const options = { baseUrl: 'https://api.example', credential, fetch: transport };
  return {
    asked,
    odata: createODataClient(options),
    v2: createV2Client({ ...options, workspacesFilterParameter: 'filter' }),
    cloud: createCloudClient(options),
  };
};
type Clients = ReturnType<typeof clients>;
const good = { baseUrl: 'https://api.example', credential };

/** Every function of the package that takes options, called with options that the type does not allow. */
const functions: Readonly<Record<string, (clients: Clients, options: never) => unknown>> = {
  createODataClient: (_, options: object) => createODataClient({ ...good, ...options }),
  createV2Client: (_, options: object) => createV2Client({ ...good, ...options }),
  createCloudClient: (_, options: object) => createCloudClient({ ...good, ...options }),
  createNodeTransport: (_, options) => createNodeTransport(options),
  'jobs.get': ({ odata }, options) => odata.jobs.get('a', options),
  'history.list': ({ odata }, options) => odata.history.list(options),
  'history.stream': ({ odata }, options) => odata.history.stream(options).next(),
  'connectors.list': ({ odata }, options) => odata.connectors.list(options),
  'connectors.stream': ({ odata }, options) => odata.connectors.stream(options).next(),
  'workspaces.list': ({ v2 }, options) => v2.workspaces.list(options),
  'jobs.status': ({ v2 }, options) => v2.jobs.status('a', options),
  'jobs.watchStatus': ({ v2 }, options) => v2.jobs.watchStatus('a', options),
  'jobs.statusOfMany': ({ v2 }, options) => v2.jobs.statusOfMany(['a'], options).next(),
  'transformations.taskHistory': ({ v2 }, options) => v2.transformations.taskHistory('a', 'b', options),
  query: ({ cloud }, options) => cloud.query('SELECT 1', options),
  'odata.call': ({ odata }, options) => odata.call('listHistory', options),
  'v2.call': ({ v2 }, options) => v2.call('listWorkspaces', options),
  'cloud.call': ({ cloud }, options) => cloud.call('runQuery', options),
  'raw.GET': ({ odata }, options) => odata.raw.GET('/history', options),
  'raw.request': ({ odata }, options) => odata.raw.request('get', '/history', options),
};
/** A misspelled option for each function, and the name that was meant. */
const misspelt: Readonly<Record<string, readonly [string, string]>> = {
  createODataClient: ['retires', 'retry'],
  createV2Client: ['workspacesFilterParam', 'workspacesFilterParameter'],
  createCloudClient: ['onevent', 'onEvent'],
  createNodeTransport: ['pipelinig', 'pipelining'],
  'jobs.get': ['selct', 'select'],
  'history.list': ['filtr', 'filter'],
  'history.stream': ['orderby', 'orderBy'],
  'connectors.list': ['page', 'pages'],
  'connectors.stream': ['deadLine', 'deadline'],
  'workspaces.list': ['filters', 'filter'],
  'jobs.status': ['timout', 'timeout'],
  'jobs.watchStatus': ['untill', 'until'],
  'jobs.statusOfMany': ['concurency', 'concurrency'],
  'transformations.taskHistory': ['singal', 'signal'],
  query: ['scheme', 'schema'],
  'odata.call': ['qurey', 'query'],
  'v2.call': ['paths', 'path'],
  'cloud.call': ['boddy', 'body'],
  'raw.GET': ['parms', 'params'],
  'raw.request': ['parseas', 'parseAs'],
};
const errorOf = (work: () => unknown): Promise<unknown> => rejection(Promise.resolve().then(work));

describe.each(Object.entries(functions))('%s', (name, work) => {
  it('refuses a misspelled option, suggests the nearest, and sends nothing', async () => {
    const [wrong, right] = misspelt[name] as [string, string];
    const made = clients([]);
    expect(await errorOf(() => work(made, { [wrong]: 1 } as never))).toMatchObject({
      code: 'CONFIG_INVALID',
      option: wrong,
      message: `${wrong} is not an option: did you mean ${right}?`,
    });
    expect(made.asked).toEqual([]);
  });
});

const numbers = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, -1, 1.5, '5', 2 ** 53, null];
describe.each([
  ...['createODataClient', 'createV2Client', 'createCloudClient'].flatMap((name) =>
    ['timeout', 'deadline', 'retry', 'maxBodyBytes'].map((option) => [name, option]),
  ),
  ...Object.keys(functions)
    .filter((name) => !name.startsWith('create') && name !== 'jobs.statusOfMany' && name !== 'jobs.watchStatus')
    .flatMap((name) => ['timeout', 'deadline', 'retry'].map((option) => [name, option])),
  ...['every', 'deadline', 'failures', 'timeout', 'retry'].map((option) => ['jobs.watchStatus', option]),
  ['jobs.statusOfMany', 'concurrency'],
  ...['connections', 'pipelining', 'keepAliveTimeout', 'keepAliveMaxTimeout', 'connectTimeout'].map((option) => [
    'createNodeTransport',
    option,
  ]),
])('%s: %s', (name, option) => {
  it.each(numbers)('refuses %s', async (value) => {
    const made = clients([]);
    const init = name === 'cloud.call' ? { body: { query: 'a' } } : {};
    const work = functions[name as string] as (clients: Clients, options: never) => unknown;
    expect(await errorOf(() => work(made, { ...init, [option as string]: value } as never))).toMatchObject({
      code: 'CONFIG_INVALID',
      option,
    });
    expect(made.asked).toEqual([]);
  });
});

describe('a call', () => {
  it.each([
    ['signal', { signal: 'stop' }],
    ['pages', { pages: 'all' }],
    ['options', 'text'],
  ])('refuses a wrong value of %s', async (option, options) =>
    expect(await errorOf(() => clients([]).odata.history.list(options as never))).toMatchObject({ option }));
  it.each(['42', undefined, 7])('refuses %j in place of a list of ids', async (ids) =>
    expect(
      await errorOf(() =>
        clients([])
          .v2.jobs.statusOfMany(ids as never)
          .next(),
      ),
    ).toMatchObject({ option: 'jobIds' }));
  it('refuses a value that is not a schema', async () =>
    expect(await errorOf(() => clients([]).cloud.query('a', { schema: {} as never }))).toMatchObject({
      option: 'schema',
    }));
});

describe.skipIf(Object.isFrozen(Object.prototype))('a polluted Object.prototype', () => {
  /** Names that our code or a library might look up. */
  const names =
    'filter select orderBy pages signal timeout deadline retry path query body headers params method url baseUrl fetch operation decode streaming startedAt options schema sort every until state failures concurrency x-evil authorization $filter JobName job_id transformation_id task_id parseAs querySerializer bodySerializer pathSerializer middleware requestId redirect undecodable maxBodyBytes tables random clock onEvent credential allowInsecureHttp workspacesFilterParameter argument'.split(
      ' ',
    );
  const root: object = Object.getPrototypeOf({});
  const pollute = (value: unknown) => {
    for (const name of names)
      Object.defineProperty(root, name, { value, configurable: true, enumerable: true, writable: true });
  };
  const clean = () => {
    for (const name of names) Reflect.deleteProperty(root, name);
  };
  afterEach(clean);
  const job = { JobName: 'a' };
  /** Calls that need no options, with their results, which a polluted prototype must not change. */
  const calls: Readonly<Record<string, readonly [unknown, (clients: Clients) => PromiseLike<unknown>]>> = {
    get: [job, ({ odata }) => odata.jobs.get('a', {})],
    'get with select': [job, ({ odata }) => odata.jobs.get('a', { select: ['Source'] })],
    list: [[], ({ odata }) => odata.history.list()],
    'list with options': [[], ({ odata }) => odata.history.list({ retry: 1 })],
    stream: [[], ({ odata }) => odata.history.stream({}).next()],
    workspaces: [[], ({ v2 }) => v2.workspaces.list({})],
    status: [[], ({ v2 }) => v2.jobs.status('a', {})],
    statusOfMany: [[], ({ v2 }) => v2.jobs.statusOfMany(['a'], {}).next()],
    taskHistory: [[], ({ v2 }) => v2.transformations.taskHistory('a', 'b', {})],
    query: [[], ({ cloud }) => cloud.query('SELECT 1', {})],
    call: [[], ({ odata }) => odata.call('listHistory', {})],
    'raw.GET': [[], ({ odata }) => odata.raw.GET('/history', {})],
  };
  const seen = async (body: unknown, work: (clients: Clients) => PromiseLike<unknown>, value?: unknown) => {
    if (value !== undefined) pollute(value);
    const { asked, ...made } = clients(body);
    try {
      await work({ asked, ...made });
    } finally {
      clean();
    }
    return asked.map(({ url, init: { signal, ...init } }) => ({ url, isAborted: signal.aborted, ...init }));
  };
  it.each(
    Object.entries(calls).flatMap(([name, [body, work]]) =>
      ['evil', 1].map((value) => [name, value, body, work] as const),
    ),
  )('does not reach the request of %s (%j)', async (_, value, body, work) => {
    // The first call runs without pollution, and also loads the modules that are loaded only once.
    const wanted = await seen(body, work);
    expect(wanted).toHaveLength(1);
    expect(await seen(body, work, value)).toEqual(wanted);
  });
  it('does not fill in a path parameter that is missing', async () => {
    pollute('evil');
    const { odata, asked } = clients(job);
    const error = await errorOf(() => odata.call('getJob', { path: {} } as never));
    clean();
    expect(error).toMatchObject({ code: 'CONFIG_INVALID', option: 'JobName' });
    expect(asked).toEqual([]);
  });
});
