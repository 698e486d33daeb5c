import { fromEnvironment } from '@syncline/auth';
import { createODataClient } from '@syncline/client';

const odata = createODataClient({
  baseUrl: process.env['SYNC_ODATA_URL'] ?? '',
  credential: fromEnvironment('odata'),
});
const runs = await odata.history.list({
  filter: (run) => run.details.contains('Failed'),
  orderBy: 'runstartdate desc',
});
for (const run of runs) console.log(run.runstartdate, run.details);
