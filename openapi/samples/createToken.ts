import { clientCredentials } from '@syncline/auth';
import { createCloudClient } from '@syncline/client';

const cloud = createCloudClient({
  baseUrl: process.env['SYNC_CLOUD_URL'] ?? '',
  credential: clientCredentials({
    authUrl: process.env['SYNC_AUTH_URL'] ?? '',
    clientId: process.env['SYNC_CLIENT_ID'] ?? '',
    clientSecret: process.env['SYNC_CLIENT_SECRET'] ?? '',
    onEvent: ({ type }) => console.log(type),
  }),
});
await cloud.query('SELECT JobName FROM jobs'); // requests a token first, and again before it expires
