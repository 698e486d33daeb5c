/** The sandbox with one job that has a value in every field, asked for three of them with a key. */
import { createSandbox } from '@syncline/sandbox';
import { ready } from '../harness/server.ts';
import { job } from './records.ts';

const sandbox = createSandbox({ data: { jobs: [{ ...job, JobName: 'nightly' }] }, life: false });
const { urls, credentials } = await sandbox.listen();
ready({ url: `${urls.odata}/jobs('nightly')?$select=JobName,Scheduled,Source`, headers: { [credentials.apiKey.headerName]: credentials.apiKey.value } });
