import { fromEnvironment } from '@syncline/auth';
import { createV2Client } from '@syncline/client';

const v2 = createV2Client({
  baseUrl: process.env['SYNC_V2_URL'] ?? '',
  credential: fromEnvironment('v2'),
});
const records = await v2.transformations.taskHistory('trf_aa2b7b69', 'task_1_stage');
for (const record of records) console.log(record);
