import { fromEnvironment } from '@syncline/auth';
import { createV2Client } from '@syncline/client';

const v2 = createV2Client({
  baseUrl: process.env['SYNC_V2_URL'] ?? '',
  credential: fromEnvironment('v2'),
});
const [record] = await v2.jobs.status('job_3212d61d');
console.log(record?.status, record?.records_affected);
