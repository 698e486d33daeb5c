import { expect, test } from 'vitest';
import type { Change } from '../../src/diff/change.ts';
import { usesOfProject } from '../support/uses-of.ts';

const HEAD = `import { apiKeyHeader, basic, basic as signIn, clientCredentials, explain, fromEnvironment } from '@syncline/auth';
import { createCloudClient, createODataClient, createV2Client, type ODataClient, type V2Client } from '@syncline/client';
import { odata as filterText, parseFilter, rawFilter } from '@syncline/odata';
import type { Job, JobProperties, ODataComponents, ODataOperations, ODataPaths } from '@syncline/openapi';
declare const odata: ODataClient; declare const v2: V2Client; declare const any: string; declare const job: Job | undefined;
`;

/** One use per line, and code that looks similar but is not a use. */
const READ = `${HEAD}export const optional = job?.PreJob;
export const assigned: Partial<Job> = { PreJob: 'x', 'PostJob': 'y' };
const { PreJob, PostJob: after } = job ?? ({} as Job);
export const own = { PreJob, after, PostJob: 1 };
export const selected = odata.jobs.get('a', { select: ['PreJob'] });
export const several = odata.jobs.get('a', { select: ['PreJob', 'PostJob'] });
export const listed = [odata.history.list({ select: ['details'] }), odata.connectors.list({ select: ['connectorid'] })];
export const wire = (one: ODataComponents['schemas']['Job']) => one.PreJob;
export const properties = {} as JobProperties;
export const computed = job?.[any as keyof Job];
export const written = job?.['Type'];
export const built = odata.history.list({ filter: (h) => h.details.eq('details'), orderBy: ['details asc'] });
export const template = filterText\`details eq \${any} and runstartdate gt \${'details'}\`;
export const texts = [rawFilter("details eq 'connectorid'"), parseFilter('details eq null'), 'details', String('details')];
export const query = odata.call('listHistory', { query: { $filter: 'details eq null', $orderby: 'details' } });
`;

const CALL = `${HEAD}const key = basic({ username: 'a', password: 'b' });
const credential = apiKeyHeader({ name: 'x-a', value: 'b' });
export const one = createODataClient({ baseUrl: 'https://a.invalid', credential: key });
export const two = createV2Client({ baseUrl: 'https://a.invalid', credential });
export const three = createV2Client({ credential: signIn({ username: 'a', password: 'b' }), baseUrl: 'https://a.invalid' });
export const free = basic({ username: 'c', password: 'd' });
export const chosen = fromEnvironment('odata');
export const any1 = fromEnvironment(any as 'v2');
export const tokens = clientCredentials({ authUrl: 'https://a.invalid', clientId: 'a', clientSecret: 'b' });
export const cloud = createCloudClient({ baseUrl: 'https://a.invalid', credential: tokens });
export const history = odata.history.list();
export const connectors = odata.connectors.list({ filter: (c) => c.workspace.eq('x') });
export const filtered = odata.history.list({ filter: (h) => h.details.eq('x'), orderBy: 'details asc' });
const options = { filter: rawFilter('details eq null') };
export const hidden = [odata.history.list(options), odata.connectors.list({ ...options })];
export const named = [odata.call('listHistory'), explain('listHistory'), 'listHistory', String('listHistory')];
export const raw = odata.raw.GET('/history', { params: { query: { $filter: 'details eq null' } } });
export const method = odata.raw.request('get', '/history', {});
export const other = odata.raw.GET('/connectors');
export const unknown = [odata.call(any as 'listHistory'), odata.raw.GET(any as '/history')];
export type Wire = [ODataOperations['listHistory'], ODataPaths['/history']['get'], ODataPaths['/connectors']];
export const status = v2.jobs.status('1');
export const run = { call: (name: string) => name, GET: (path: string) => path };
export const mine = [run.call('listHistory'), run.GET('/history')];
`;

const usesOf = usesOfProject({ 'read.ts': READ, 'call.ts': CALL });

test.each<[string, Change['topic'], Partial<Change>, readonly string[]]>([
  [
    'a field, and not what only shares its name',
    'field-removed',
    { fields: ['Job.PreJob'], operations: ['getJob'] },
    [
      'optional: PreJob is field Job.PreJob',
      'assigned: PreJob is field Job.PreJob',
      'PreJob, PostJob: after: PreJob is field Job.PreJob',
      "selected: 'PreJob' is field Job.PreJob",
      "several: 'PreJob' is field Job.PreJob",
      'wire: PreJob is field Job.PreJob',
      'computed? the code does not show the name of the field of Job',
    ],
  ],
  [
    'a field in quotation marks, and one that gets another name',
    'field-type',
    { fields: ['Job.PostJob'], operations: ['getJob'] },
    [
      "assigned: 'PostJob' is field Job.PostJob",
      'PreJob, PostJob: after: PostJob is field Job.PostJob',
      "several: 'PostJob' is field Job.PostJob",
      'computed? the code does not show the name of the field of Job',
    ],
  ],
  [
    'a field in filters, orders and selections',
    'field-filter',
    { fields: ['HistoryRecord.details'], operations: ['listHistory'] },
    [
      'filtered: details is field HistoryRecord.details',
      "filtered: 'details asc' is field HistoryRecord.details",
      "options: 'details eq null' is field HistoryRecord.details",
      "raw: 'details eq null' is field HistoryRecord.details",
      "listed: 'details' is field HistoryRecord.details",
      'built: details is field HistoryRecord.details',
      "built: 'details asc' is field HistoryRecord.details",
      "template: `details eq ${any} and runstartdate gt ${'details'}` is field HistoryRecord.details",
      'texts: "details eq \'connectorid\'" is field HistoryRecord.details',
      "texts: 'details eq null' is field HistoryRecord.details",
      "query: 'details eq null' is field HistoryRecord.details",
      "query: 'details' is field HistoryRecord.details",
    ],
  ],
  [
    'a record',
    'record-removed',
    { fields: ['Job'] },
    [
      'assigned: Job is record Job',
      'PreJob, PostJob: after: Job is record Job',
      "wire: 'Job' is record Job",
      'properties: JobProperties is record Job',
      'computed: Job is record Job',
      'computed? the code does not show the name of the field of Job',
    ],
  ],
  [
    'an operation: its methods, its id and its path',
    'operation-removed',
    { operations: ['listHistory'] },
    [
      'history: list is operation listHistory',
      'filtered: list is operation listHistory',
      'hidden: list is operation listHistory',
      "named: 'listHistory' is operation listHistory",
      "named: 'listHistory' is operation listHistory",
      "raw: '/history' is operation listHistory",
      "method: '/history' is operation listHistory",
      "unknown: any as 'listHistory' is operation listHistory",
      "unknown: any as '/history' is operation listHistory",
      "Wire: 'listHistory' is operation listHistory",
      "Wire: 'get' is operation listHistory",
      'listed: list is operation listHistory',
      'built: list is operation listHistory',
      "query: 'listHistory' is operation listHistory",
    ],
  ],
  [
    'a parameter, also in options that are passed as a variable',
    'parameter-removed',
    { operations: ['listHistory'], parameters: ['$filter'] },
    [
      'filtered: filter is parameter listHistory $filter',
      'hidden: options is parameter listHistory $filter',
      'raw: $filter is parameter listHistory $filter',
      'built: filter is parameter listHistory $filter',
      'query: $filter is parameter listHistory $filter',
    ],
  ],
  [
    'a parameter that became required: the calls that do not send it',
    'parameter-required',
    { operations: ['listHistory'], parameters: ['$filter'] },
    [
      'history: list is operation listHistory',
      "named: 'listHistory' is operation listHistory",
      "method: '/history' is operation listHistory",
      "unknown: any as 'listHistory' is operation listHistory",
      "unknown: any as '/history' is operation listHistory",
      'listed: list is operation listHistory',
    ],
  ],
  [
    'a parameter that is deprecated',
    'deprecated',
    { operations: ['listHistory'], parameters: ['$orderby'] },
    [
      'filtered: orderBy is parameter listHistory $orderby',
      'built: orderBy is parameter listHistory $orderby',
      'query: $orderby is parameter listHistory $orderby',
    ],
  ],
  [
    'a scheme of one interface',
    'scheme-removed',
    { schemes: ['basic'] },
    [
      'key: basic is scheme odata basic',
      'free: basic is scheme odata basic',
      'chosen? the environment chooses the credential, which may be basic',
      'any1? the environment chooses the credential, which may be basic',
    ],
  ],
  [
    'the same scheme of another interface',
    'scheme-changed',
    { document: 'v2', schemes: ['basic'] },
    [
      'three: signIn is scheme v2 basic',
      'free: basic is scheme v2 basic',
      'any1? the environment chooses the credential, which may be basic',
    ],
  ],
  [
    'a scheme whose credential is passed by its name',
    'scheme-changed',
    { document: 'v2', schemes: ['userToken'] },
    [
      'credential: apiKeyHeader is scheme v2 userToken',
      'any1? the environment chooses the credential, which may be userToken',
    ],
  ],
  [
    'a field of a token request',
    'field-renamed',
    { document: 'cloud', fields: ['TokenRequest.client_id'], operations: ['createToken'] },
    ['tokens: clientCredentials is operation createToken', 'tokens: clientId is field TokenRequest.client_id'],
  ],
  [
    'what a token request must now contain',
    'request-required',
    { document: 'cloud', fields: ['TokenRequest.x'], operations: ['createToken'] },
    ['tokens: clientCredentials is operation createToken'],
  ],
  [
    'a path',
    'path-changed',
    { document: 'v2', operations: ['listJobStatus'] },
    ['status: status is operation listJobStatus'],
  ],
  ['what was added', 'field-added', { fields: ['Job.PreJob'], operations: ['getJob'] }, []],
])('%s', (_title, topic, about, uses) => {
  const own = usesOf(topic, about).filter((use) => !use.startsWith('odata: '));
  expect(own.toSorted()).toEqual(uses.toSorted());
});
