import { apiKeyHeader, apiKeyQuery, basic, clientCredentials, personalAccessToken } from '@syncline/auth';
import { type ClientOptions, createCloudClient, createODataClient, createV2Client } from '@syncline/client';
import type { Clients } from './steps.ts';

/** The options of a sandbox whose data contains the job that the tour reads. The name of the job is hard to encode. */
export const tourSandbox = { edgeCases: true };

/** The part of a running sandbox that the tour needs: its addresses and the credentials that it accepts. */
export interface Service {
  readonly urls: { readonly odata: string; readonly v2: string; readonly cloud: string; readonly auth: string };
  readonly credentials: {
    readonly basic: { readonly username: string; readonly password: string };
    readonly apiKey: { readonly headerName: string; readonly value: string };
    readonly userToken: { readonly headerName: string; readonly value: string };
    readonly personalAccessToken: { readonly email: string; readonly token: string };
    readonly serviceAccount: { readonly clientId: string; readonly clientSecret: string };
  };
}

/**
 * One client for each authentication alternative of section 5, created as a user would create it. `change` changes the
 * options of each client first, for example to record its calls.
 */
export function createClients(
  { urls, credentials }: Service,
  change: (options: ClientOptions) => ClientOptions = (options) => options,
): Clients {
  const key = { name: credentials.apiKey.headerName, value: credentials.apiKey.value };
  const token = { name: credentials.userToken.headerName, value: credentials.userToken.value };
  return {
    odataByKey: createODataClient(change({ baseUrl: urls.odata, credential: apiKeyHeader(key) })),
    odataByQuery: createODataClient(change({ baseUrl: urls.odata, credential: apiKeyQuery({ value: key.value }) })),
    odataByPassword: createODataClient(change({ baseUrl: urls.odata, credential: basic(credentials.basic) })),
    v2ByToken: createV2Client(change({ baseUrl: urls.v2, credential: apiKeyHeader(token) })),
    v2ByPassword: createV2Client(change({ baseUrl: urls.v2, credential: basic(credentials.basic) })),
    cloudByToken: createCloudClient(
      change({
        baseUrl: urls.cloud,
        credential: personalAccessToken(credentials.personalAccessToken),
      }),
    ),
    cloudByService: createCloudClient(
      change({
        baseUrl: urls.cloud,
        credential: clientCredentials({ authUrl: urls.auth, ...credentials.serviceAccount }),
      }),
    ),
  };
}
