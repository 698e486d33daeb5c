import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { createTracker, defineOutcomes, historySource } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { createSandbox } from '@syncline/sandbox';

const sandbox = createSandbox({ behavior: { pageCap: 100, filter: 'ignore' } });
const odata = createODataClient({
  baseUrl: sandbox.urls.odata,
  credential: basic(sandbox.credentials.basic),
  fetch: sandbox.fetch,
});
const source = historySource(odata, { key: 'historyid', job: 'jobname', status: 'status', start: 'runstartdate' });
const classify = defineOutcomes({ succeeded: ['SUCCESS'], failed: ['FAILED'], running: ['RUNNING'] });

const store = openSqliteStore('runs.db');

await createTracker({ source, classify, store, since: '2026-11-01T00:00:00Z', pageCap: 100 }).tick();
