import { clientCredentials } from '@syncline/auth';
import { createCloudClient } from '@syncline/client';
import { createSandbox } from '@syncline/sandbox';

const sandbox = createSandbox();
const { clientId } = sandbox.credentials.serviceAccount;
const cloud = createCloudClient({
  baseUrl: sandbox.urls.cloud,
  credential: clientCredentials({ authUrl: sandbox.urls.auth, clientId, clientSecret: 'wrong' }),
  fetch: sandbox.fetch,
});

await cloud.query('SELECT JobName FROM jobs');
