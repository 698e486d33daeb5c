/** The sandbox with jobs that have a value in every field. The requests have a key and select three fields. */
import { createSandbox } from '@syncline/sandbox';
import { ready } from '../harness/server.ts';
import { jobs } from './records.ts';

const sandbox = createSandbox({ data: { jobs: jobs() }, life: false });
const { urls, credentials } = await sandbox.listen();
ready({
  url: `${urls.odata}/jobs('{name}')?$select=JobName,Scheduled,Source`,
  headers: { [credentials.apiKey.headerName]: credentials.apiKey.value },
});
