import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { createRecorder } from '@syncline/client/recorder';
import { createSandbox } from '@syncline/sandbox';

const sandbox = createSandbox();
const options = { baseUrl: sandbox.urls.odata, credential: basic(sandbox.credentials.basic), fetch: sandbox.fetch };
// The recorder must not write a canary. This one stands in every response.
const recorder = createRecorder({ file: 'session.har', canaries: ['connectorid'] });
const odata = createODataClient({ ...options, fetch: recorder.transport(options) });

await odata.connectors.list();
await recorder.close();
