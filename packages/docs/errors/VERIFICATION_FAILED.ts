import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { verifyReads } from '@syncline/client/verify';
import { createSandbox } from '@syncline/sandbox';

const sandbox = createSandbox({ behavior: { filter: 'ignore' } });
const odata = createODataClient({
  baseUrl: sandbox.urls.odata,
  credential: basic(sandbox.credentials.basic),
  fetch: sandbox.fetch,
});

await verifyReads(odata).history.list({
  filter: (run) => run.connectorid.eq('CRM EU'),
  verify: { collation: 'exact' },
});
