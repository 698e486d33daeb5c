import { fromEnvironment } from '@syncline/auth';
import { createV2Client } from '@syncline/client';

const v2 = createV2Client({
  baseUrl: process.env['SYNC_V2_URL'] ?? '',
  credential: fromEnvironment('v2'),
});
for (const { name, jobs } of await v2.workspaces.list()) console.log(name, jobs?.length);
