import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';

const odata = createODataClient({
  baseUrl: 'http://127.0.0.1:9999/api.rsc', // nothing listens there
  credential: basic({ username: 'reader', password: 'secret' }),
  retry: 0,
});

await odata.history.list();
