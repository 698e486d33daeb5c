import { basic, clientCredentials, personalAccessToken } from '@syncline/auth';
import { createCloudClient, createODataClient, createV2Client } from '@syncline/client';
import { operations, type OperationId } from '@syncline/openapi';
import { createCredentials, createPortableSandbox, type PortableSandbox, urlsOf } from '@syncline/sandbox/portable';
import { makeCall } from './make-call.ts';
import { isMethodOperation, type CredentialOperation, type MethodOperation, type Values } from './operation.ts';
import { sandboxStart } from './sandbox-start.ts';
import { openWasmSqlite } from './wasm-sqlite.ts';

type Connection = Pick<PortableSandbox, 'urls' | 'credentials' | 'fetch'>;

let inPage: Promise<PortableSandbox> | undefined;
const sandbox = () =>
  (inPage ??= openWasmSqlite().then((database) => createPortableSandbox(database, { clock: { start: sandboxStart } })));

const clients: Readonly<Record<MethodOperation['interface'], (connection: Connection) => object>> = {
  odata: ({ urls, credentials, fetch }) =>
    createODataClient({ baseUrl: urls.odata, credential: basic(credentials.basic), fetch }),
  v2: ({ urls, credentials, fetch }) =>
    createV2Client({ baseUrl: urls.v2, credential: basic(credentials.basic), fetch }),
  cloud: ({ urls, credentials, fetch }) =>
    createCloudClient({
      baseUrl: urls.cloud,
      credential: personalAccessToken(credentials.personalAccessToken),
      fetch,
    }),
};

/** A request that makes each credential send its operation first. */
const withCredential: Readonly<Record<CredentialOperation['call'], (connection: Connection) => Promise<unknown>>> = {
  clientCredentials: ({ urls, credentials, fetch }) =>
    createCloudClient({
      baseUrl: urls.cloud,
      credential: clientCredentials({ authUrl: urls.auth, ...credentials.serviceAccount, fetch }),
      fetch,
    }).query('SELECT JobName FROM jobs'),
};

/** Makes the call with the real client: against the sandbox in this page, or the one at `address`. */
export async function run(id: OperationId, values: Values, address?: string): Promise<unknown> {
  const connection = address === undefined ? await sandbox() : connect(address);
  const operation = operations[id];
  return isMethodOperation(operation)
    ? makeCall(clients[operation.interface](connection), operation, values)
    : withCredential[operation.call](connection);
}

/**
 * A listening sandbox. The addresses of its interfaces follow from its origin, and every sandbox has the same
 * credentials.
 */
function connect(address: string): Connection {
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new Error(
      `${JSON.stringify(address)} is not an address. Copy one that the sandbox prints: http://127.0.0.1:8080/odata`,
    );
  return {
    urls: urlsOf(new URL(address).origin),
    credentials: createCredentials('acme'),
    fetch: (input, init) => globalThis.fetch(input, init),
  };
}
