import {
  apiKeyHeader,
  apiKeyQuery,
  basic,
  clientCredentials,
  memoryTokenStore,
  personalAccessToken,
  sharedTokens,
  toFetch,
  toMiddleware,
} from '@syncline/auth';
import type { PackageOptions } from './scenarios.ts';

const client = { authUrl: 'https://id.example', clientId: 'a', clientSecret: 'the secret' };
const credential = basic({ username: 'ada', password: 'x' });

export const auth: PackageOptions = {
  scenarios: {
    basic: (more) => basic({ username: 'ada', password: 'x', ...more }),
    apiKeyHeader: (more) => apiKeyHeader({ name: 'x-key', value: 'x', ...more }),
    apiKeyQuery: (more) => apiKeyQuery({ value: 'x', ...more }),
    personalAccessToken: (more) => personalAccessToken({ email: 'a@b.c', token: 'x', ...more }),
    clientCredentials: (more) => clientCredentials({ ...client, ...more }),
    sharedTokens: (more) => sharedTokens({ store: memoryTokenStore(), key: 'k'.repeat(43), ...more }),
    toFetch: (more) => toFetch(credential, more),
    toMiddleware: (more) => toMiddleware(credential, more),
  },
  withoutOptions: {
    'takes texts': ['bearer', 'explain', 'oauthEndpoints', 'vendorHeaderName'],
    'takes variables, whose other names belong to other programs': ['environmentVariables', 'fromEnvironment'],
    'takes a client of another package': ['redisTokenStore'],
    'takes nothing': ['memoryTokenStore'],
  },
};
