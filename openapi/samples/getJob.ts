import { fromEnvironment } from '@syncline/auth';
import { createODataClient } from '@syncline/client';

const odata = createODataClient({
  baseUrl: process.env['SYNC_ODATA_URL'] ?? '',
  credential: fromEnvironment('odata'),
});
const job = await odata.jobs.get('Nightly', { select: ['Scheduled', 'ScheduledCron'] });
console.log(job.Scheduled, job.ScheduledCron);
