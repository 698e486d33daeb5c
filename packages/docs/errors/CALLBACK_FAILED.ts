import type { Credential } from '@syncline/auth';
import { createODataClient } from '@syncline/client';

const credential: Credential = {
  scheme: 'vault',
  onUnauthorized: () => false,
  scrub: (text) => text,
  apply() {
    throw new RangeError('The vault is sealed.');
  },
};
const odata = createODataClient({ baseUrl: 'https://sync.example.com/api.rsc', credential });

await odata.history.list();
