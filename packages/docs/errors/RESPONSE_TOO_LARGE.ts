import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { createSandbox } from '@syncline/sandbox';

const sandbox = createSandbox();
const odata = createODataClient({
  baseUrl: sandbox.urls.odata,
  credential: basic(sandbox.credentials.basic),
  fetch: sandbox.fetch,
  maxBodyBytes: 1000,
});

await odata.history.list();
