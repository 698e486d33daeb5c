import type { InterfaceName, LocatedOperation } from '../documents.ts';
import { addresses } from './exchange.ts';

const factories: Readonly<Record<InterfaceName, string>> = {
  odata: 'createODataClient',
  v2: 'createV2Client',
  cloud: 'createCloudClient',
};

/** A program that creates the client of an interface and makes this call. */
export function programOf({ interface: name, operation }: LocatedOperation, call: string): string {
  const factory = factories[name];
  if (operation.operationId === 'createToken')
    return `import { clientCredentials } from '@syncline/auth';
import { ${factory} } from '@syncline/client';

const ${name} = ${factory}({
  baseUrl: '${addresses[name]}',
  credential: clientCredentials({
    authUrl: '${addresses.auth}',
    clientId: 'my-client-id',
    clientSecret: process.env['SYNCLINE_CLIENT_SECRET'] ?? '',
  }),
});

// The first call gets a token. Later calls share it until it expires.
await cloud.query('SELECT JobName FROM jobs');`;
  return `import { fromEnvironment } from '@syncline/auth';
import { ${factory} } from '@syncline/client';

const ${name} = ${factory}({
  baseUrl: '${addresses[name]}',
  credential: fromEnvironment('${name}'),
});

${call}`;
}
