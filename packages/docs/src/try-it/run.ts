import { apiKeyHeader, basic, clientCredentials, personalAccessToken } from '@syncline/auth';
import { createCloudClient, createODataClient, createV2Client } from '@syncline/client';
import { rawFilter } from '@syncline/odata';
import { createCore, type SandboxCore } from '../../../sandbox/src/core/create-core.ts';
import { names, type Values } from './inputs.ts';
import { sandboxStart } from './sandbox-start.ts';
import { openWasmSqlite } from './wasm-sqlite.ts';

let inPage: Promise<SandboxCore> | undefined;
const sandbox = () => (inPage ??= openWasmSqlite().then((database) => createCore(database, { clock: { start: sandboxStart } })));

/** A service elsewhere: a sandbox on this machine, reached over HTTP. */
export interface Elsewhere {
  readonly address: string;
  readonly username: string;
  readonly password: string;
}

/** Makes the call with the real client: against the sandbox in this page, or one at an address. */
export async function run(operation: string, values: Values, elsewhere?: Elsewhere): Promise<unknown> {
  const { urls, credentials, fetch } = elsewhere === undefined ? await sandbox() : connect(elsewhere);
  const value = (name: string) => (values[name] ?? '').trim();
  const odata = () => createODataClient({ baseUrl: urls.odata, credential: basic(credentials.basic), fetch });
  const v2 = () =>
    createV2Client({
      baseUrl: urls.v2,
      credential: credentials.userToken === undefined ? basic(credentials.basic) : apiKeyHeader({ name: credentials.userToken.headerName, value: credentials.userToken.value }),
      fetch,
    });
  const options = {
    ...(value('filter') === '' ? {} : { filter: rawFilter(value('filter')) }),
    ...(value('orderBy') === '' ? {} : { orderBy: names(value('orderBy')) as never }),
    ...(value('select') === '' ? {} : { select: names(value('select')) as never }),
  };
  switch (operation) {
    case 'getJob':
      return odata().jobs.get(value('name'), options);
    case 'listHistory':
      return odata().history.list(options);
    case 'listConnectors':
      return odata().connectors.list(options);
    case 'listWorkspaces':
      return v2().workspaces.list();
    case 'listTaskHistory':
      return v2().transformations.taskHistory(value('transformationId'), value('taskId'));
    case 'listJobStatus':
      return v2().jobs.status(value('jobId'));
    case 'runQuery': {
      const credential = credentials.personalAccessToken === undefined ? basic(credentials.basic) : personalAccessToken(credentials.personalAccessToken);
      return createCloudClient({ baseUrl: urls.cloud, credential, fetch }).query(value('text'));
    }
    default: {
      if (credentials.serviceAccount === undefined) throw new Error('Only the sandbox in this page tells its service account.');
      const credential = clientCredentials({ authUrl: urls.auth, ...credentials.serviceAccount, fetch });
      return createCloudClient({ baseUrl: urls.cloud, credential, fetch }).query('SELECT JobName FROM jobs');
    }
  }
}

type Connection = Pick<SandboxCore, 'urls' | 'fetch'> & { readonly credentials: Partial<SandboxCore['credentials']> & Pick<SandboxCore['credentials'], 'basic'> };

function connect({ address, username, password }: Elsewhere): Connection {
  const base = address.replace(/\/+$/, '');
  return {
    urls: { odata: base, v2: base, cloud: base, auth: base } as SandboxCore['urls'],
    credentials: { basic: { username, password } },
    fetch: (input, init) => globalThis.fetch(input, init),
  };
}
