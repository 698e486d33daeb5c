/** The same program for a page, a dedicated worker and a service worker: all eight calls, and what loads parts of the client. */
import type * as Auth from '@syncline/auth';
import type * as Client from '@syncline/client';

/** What the test passes to the program. */
export interface Service {
  readonly odata: string;
  readonly v2: string;
  readonly cloud: string;
  readonly auth: string;
  readonly basic: { readonly username: string; readonly password: string };
  readonly serviceAccount: { readonly clientId: string; readonly clientSecret: string };
}

/** Makes every call, and returns for each a word about its result, or its error. */
export async function makeCalls(
  { createCloudClient, createODataClient, createV2Client }: typeof Client,
  { basic, clientCredentials }: typeof Auth,
  service: Service,
): Promise<Readonly<Record<string, string>>> {
  const credential = basic(service.basic);
  const odata = createODataClient({ baseUrl: service.odata, credential });
  const v2 = createV2Client({ baseUrl: service.v2, credential });
  const cloud = createCloudClient({
    baseUrl: service.cloud,
    credential: clientCredentials({ authUrl: service.auth, ...service.serviceAccount }),
  });
  const firstOf = async (items: AsyncIterable<unknown>) => {
    for await (const item of items) return item;
    return undefined;
  };
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    getJob: async () => (await odata.jobs.get('Nightly')).Scheduled,
    listHistory: () => odata.history.list(),
    'listHistory, streamed': async () => firstOf(odata.history.stream()),
    'listHistory, split': () =>
      odata.history.list({ split: true, filter: (h) => h.connectorid.in(['a', 'b']), orderBy: 'runstartdate' }),
    listConnectors: () => odata.connectors.list(),
    listWorkspaces: () => v2.workspaces.list(),
    listJobStatus: () => v2.jobs.status('j1'),
    'listJobStatus of many': async () => firstOf(v2.jobs.statusOfMany(['j1'])),
    listTaskHistory: () => v2.transformations.taskHistory('t1', 'k1'),
    'runQuery, with createToken': () => cloud.query('SELECT JobName FROM jobs'),
    'call by id': () => odata.call('listConnectors'),
    raw: async () => (await odata.raw.GET('/history', {})).response.status,
    'with its response': async () => (await odata.history.list().withResponse()).status,
  };
  const results: Record<string, string> = {};
  for (const [name, call] of Object.entries(calls)) {
    results[name] = await call().then(
      (value) => (Array.isArray(value) ? `${value.length} records` : `a ${typeof value}`),
      (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
    );
  }
  return results;
}
