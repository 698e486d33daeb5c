import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';

createODataClient({
  baseUrl: 'sync.example.com/api.rsc',
  credential: basic({ username: 'reader', password: 'secret' }),
});
