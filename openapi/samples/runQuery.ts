import { fromEnvironment } from '@syncline/auth';
import { createCloudClient } from '@syncline/client';

const cloud = createCloudClient({
  baseUrl: process.env['SYNC_CLOUD_URL'] ?? '',
  credential: fromEnvironment('cloud'),
});
console.log(await cloud.query("SELECT JobName, ScheduledCron FROM jobs WHERE JobName = 'Nightly'"));
