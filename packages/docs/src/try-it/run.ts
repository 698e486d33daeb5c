import { basic, clientCredentials, personalAccessToken } from '@syncline/auth';
import { createCloudClient, createODataClient, createV2Client } from '@syncline/client';
import { rawFilter } from '@syncline/odata';
import { createCredentials, createPortableSandbox, type PortableSandbox, urlsOf } from '@syncline/sandbox/portable';
import { names, type Values } from './inputs.ts';
import { sandboxStart } from './sandbox-start.ts';
import { openWasmSqlite } from './wasm-sqlite.ts';

let inPage: Promise<PortableSandbox> | undefined;
const sandbox = () =>
  (inPage ??= openWasmSqlite().then((database) => createPortableSandbox(database, { clock: { start: sandboxStart } })));

/** Makes the call with the real client: against the sandbox in this page, or one at an address. */
export async function run(operation: string, values: Values, address?: string): Promise<unknown> {
  const { urls, credentials, fetch } = address === undefined ? await sandbox() : connect(address);
  const value = (name: string) => (values[name] ?? '').trim();
  const odata = () => createODataClient({ baseUrl: urls.odata, credential: basic(credentials.basic), fetch });
  const v2 = () => createV2Client({ baseUrl: urls.v2, credential: basic(credentials.basic), fetch });
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
    case 'runQuery':
      return createCloudClient({
        baseUrl: urls.cloud,
        credential: personalAccessToken(credentials.personalAccessToken),
        fetch,
      }).query(value('text'));
    default: {
      const credential = clientCredentials({ authUrl: urls.auth, ...credentials.serviceAccount, fetch });
      return createCloudClient({ baseUrl: urls.cloud, credential, fetch }).query('SELECT JobName FROM jobs');
    }
  }
}

/** A sandbox that listens: its interfaces follow from its origin, and its credentials are those of every sandbox, whoever its vendor. */
function connect(address: string): Pick<PortableSandbox, 'urls' | 'credentials' | 'fetch'> {
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new Error(
      `${JSON.stringify(address)} is no address; the sandbox prints one such as http://127.0.0.1:8080/odata`,
    );
  return {
    urls: urlsOf(new URL(address).origin),
    credentials: createCredentials('acme'),
    fetch: (input, init) => globalThis.fetch(input, init),
  };
}
