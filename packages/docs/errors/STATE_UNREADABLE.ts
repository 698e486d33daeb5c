import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { defineOutcomes, historySource, restoreWait } from '@syncline/runs';
import { createSandbox } from '@syncline/sandbox';

const sandbox = createSandbox();
const odata = createODataClient({
  baseUrl: sandbox.urls.odata,
  credential: basic(sandbox.credentials.basic),
  fetch: sandbox.fetch,
});
const source = historySource(odata, { key: 'historyid', job: 'jobname', status: 'status', start: 'runstartdate' });
const classify = defineOutcomes({ succeeded: ['SUCCESS'], failed: ['FAILED'], running: ['RUNNING'] });

await restoreWait('{"version":1,"job":"CRM to', { source, classify });
