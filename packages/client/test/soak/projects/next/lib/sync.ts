import { fromEnvironment } from '@syncline/auth';
import { createODataClient } from '@syncline/client';

/** The runs that failed, newest first. The credential stays on the server. */
export function failedRuns() {
  const odata = createODataClient({
    baseUrl: process.env['SYNC_ODATA_URL'] ?? '',
    credential: fromEnvironment('odata'),
  });
  return odata.history.list({
    filter: (h) => h.details.contains('Failed'),
    select: ['runstartdate', 'connectorid', 'details'],
    orderBy: 'runstartdate desc',
  });
}
