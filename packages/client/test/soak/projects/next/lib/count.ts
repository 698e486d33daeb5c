import { fromEnvironment } from '@syncline/auth';
import { type ClientOptions, createODataClient } from '@syncline/client';

/** How many runs failed, read by a client with these options. */
export async function countFailedRuns(options?: Partial<ClientOptions>): Promise<string> {
  const baseUrl = process.env['SYNC_ODATA_URL'] ?? '';
  const odata = createODataClient({ baseUrl, credential: fromEnvironment('odata'), ...options });
  const runs = await odata.history.list({ filter: (h) => h.details.contains('Failed') });
  return `${runs.length} failed runs`;
}
