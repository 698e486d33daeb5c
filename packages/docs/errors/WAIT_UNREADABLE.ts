import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { defineOutcomes, historySource, waitForRun } from '@syncline/runs';
import { createSandbox } from '@syncline/sandbox';

const sandbox = createSandbox();
const odata = createODataClient({
  baseUrl: sandbox.urls.odata,
  credential: basic({ username: 'reader', password: 'wrong' }),
  fetch: sandbox.fetch,
});
const source = historySource(odata, { key: 'historyid', job: 'jobname', status: 'status', start: 'runstartdate' });
const classify = defineOutcomes({ succeeded: ['SUCCESS'], failed: ['FAILED'], running: ['RUNNING'] });

await waitForRun({
  source,
  classify,
  job: 'CRM to Warehouse',
  after: '2030-01-01T00:00:00Z',
  timeout: '2m',
  requestsPerMinute: 600,
});
