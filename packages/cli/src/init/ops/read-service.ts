import { environmentVariables, fromEnvironment, vendorHeaderName } from '@syncline/auth';
import { createODataClient, createV2Client, type HistoryRecord, isHttpError, type ODataClient } from '@syncline/client';
import { requireSecureUrl } from '@syncline/core/internal';
import { createProxiedTransport } from '@syncline/ops';
import type { Records } from './propose.ts';
import type { ServiceEntry } from './config-text.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** What the service returned. */
export interface ServiceSample {
  readonly records: Records;
  /** The names and ids of the jobs in the workspaces; empty without the v2 interface */
  readonly jobs: ReadonlySet<string>;
  readonly odata: ServiceEntry;
  readonly v2: ServiceEntry | undefined;
}

/** Enough to see each status word of a usual week. */
const mostRecords = 2_000;

/** How `syncline.yaml` refers to each set of variables that `fromEnvironment` of `@syncline/auth` reads. */
const entries: Readonly<Record<string, (variables: Variables) => object>> = {
  SYNCLINE_USERNAME: () => ({
    basic: { username: { env: 'SYNCLINE_USERNAME' }, password: { env: 'SYNCLINE_PASSWORD' } },
  }),
  SYNCLINE_VENDOR: ({ SYNCLINE_VENDOR = '' }) => ({
    apiKeyHeader: { name: vendorHeaderName(SYNCLINE_VENDOR), value: { env: 'SYNCLINE_API_KEY' } },
  }),
  SYNCLINE_API_KEY_QUERY: () => ({ apiKeyQuery: { value: { env: 'SYNCLINE_API_KEY_QUERY' } } }),
  SYNCLINE_USER_TOKEN_HEADER: ({ SYNCLINE_USER_TOKEN_HEADER }) => ({
    apiKeyHeader: { name: SYNCLINE_USER_TOKEN_HEADER, value: { env: 'SYNCLINE_USER_TOKEN' } },
  }),
  SYNCLINE_USER_TOKEN_PARAMETER: ({ SYNCLINE_USER_TOKEN_PARAMETER }) => ({
    apiKeyQuery: { name: SYNCLINE_USER_TOKEN_PARAMETER, value: { env: 'SYNCLINE_USER_TOKEN' } },
  }),
};

/** The credential of the variables as `syncline.yaml` refers to it, without its secret. */
export function credentialEntry(kind: 'odata' | 'v2', variables: Variables): object {
  const set = environmentVariables(kind).find((names) => names.every((name) => variables[name])) ?? [];
  const name = set.find((each) => entries[each] !== undefined) ?? '';
  return entries[name]?.(variables) ?? {};
}

/**
 * Reads the newest records of the history, and the jobs of the workspaces. It sends GET requests only.
 *
 * @throws {ConfigError} when an address cannot be used, or no credential is in the variables; also throws the client's
 *   errors
 */
export async function readService(
  urls: { readonly odata: string; readonly v2: string | undefined },
  variables: Variables,
  signal: AbortSignal,
): Promise<ServiceSample> {
  const entryOf = (kind: 'odata' | 'v2', url: string): ServiceEntry => {
    requireSecureUrl(url, { option: `--${kind}` });
    return { url, credential: credentialEntry(kind, variables) };
  };
  const entry = entryOf('odata', urls.odata);
  const transport = createProxiedTransport(variables);
  try {
    const credential = fromEnvironment('odata', variables);
    const odata = createODataClient({ baseUrl: urls.odata, credential, fetch: transport, undecodable: 'keep' });
    const records = await readNewest(odata, signal);
    if (urls.v2 === undefined) return { records, jobs: new Set(), odata: entry, v2: undefined };
    const v2 = createV2Client({
      baseUrl: urls.v2,
      credential: fromEnvironment('v2', variables),
      fetch: transport,
    });
    const workspaces = await v2.workspaces.list({ signal });
    const jobs = workspaces.flatMap((workspace) => workspace.jobs ?? []);
    const names = jobs.flatMap(({ id, name }) => [id, name]).filter((each) => each !== undefined);
    return { records, jobs: new Set(names), odata: entry, v2: entryOf('v2', urls.v2) };
  } finally {
    await transport.close();
  }
}

/** The newest records, or the first ones of a service that cannot order them. */
async function readNewest(odata: ODataClient, signal: AbortSignal): Promise<Records> {
  try {
    return await readSome(odata.history.stream({ orderBy: 'runstartdate desc', pages: 'follow', signal }));
  } catch (error) {
    if (!isHttpError(error) || (error.status !== 400 && error.status !== 501)) throw error;
    return readSome(odata.history.stream({ pages: 'follow', signal }));
  }
}

async function readSome(stream: AsyncIterable<HistoryRecord>): Promise<Records> {
  const records: HistoryRecord[] = [];
  for await (const record of stream) if (records.push(record) >= mostRecords) break;
  return records;
}
