/** The program of each of our bundles. */
export const ourPrograms = {
  'OData client, header key, one filter': `
    import { apiKeyHeader } from '@syncline/auth';
    import { createODataClient } from '@syncline/client';
    const odata = createODataClient({ baseUrl: 'https://a.test', credential: apiKeyHeader({ name: 'x-acme-authtoken', value: 'k' }) });
    odata.history.list({ filter: (h) => h.connectorid.eq('a') }).then(console.log);`,
  'OData client, client credentials, one filter': `
    import { clientCredentials } from '@syncline/auth';
    import { createODataClient } from '@syncline/client';
    const odata = createODataClient({ baseUrl: 'https://a.test', credential: clientCredentials({ authUrl: 'https://b.test', clientId: 'a', clientSecret: 'b' }) });
    odata.history.list({ filter: (h) => h.connectorid.eq('a') }).then(console.log);`,
  'OData client without a credential, one filter': `
    import { createODataClient } from '@syncline/client';
    const odata = createODataClient({ baseUrl: 'https://a.test', credential: undefined });
    odata.history.list({ filter: (h) => h.connectorid.eq('a') }).then(console.log);`,
  'auth: client credentials alone':
    "import { clientCredentials } from '@syncline/auth'; console.log(clientCredentials);",
  'odata: the filter builder alone':
    "import { filter, printFilter } from '@syncline/odata'; console.log(printFilter(filter((h) => h.a.eq('b'))));",
  'openapi: types': "import type { Job } from '@syncline/openapi'; export const name = (job: Job) => 0;",
} as const;

/** A program that imports only a type. Its size is the zero point of `0 B`. */
export const emptyProgram = 'export const name = (job) => 0;';

const get = "'https://a.test/history', { headers: { 'x-acme-authtoken': 'k' } }";
/** One GET with the header, for each peer that runs in a browser. */
export const peerPrograms: Readonly<Record<string, string>> = {
  'openapi-fetch':
    "import c from 'openapi-fetch'; c({ baseUrl: 'https://a.test', headers: { 'x-acme-authtoken': 'k' } }).GET('/history').then(console.log);",
  ky: `import ky from 'ky'; ky.get(${get}).json().then(console.log);`,
  ofetch: `import { ofetch } from 'ofetch'; ofetch(${get}).then(console.log);`,
  axios: `import axios from 'axios'; axios.get(${get}).then(console.log);`,
  '@octokit/request':
    "import { request } from '@octokit/request'; request('GET https://a.test/history', { headers: { 'x-acme-authtoken': 'k' } }).then(console.log);",
  '@microsoft/kiota-http-fetchlibrary':
    "import { FetchRequestAdapter } from '@microsoft/kiota-http-fetchlibrary'; import { AnonymousAuthenticationProvider } from '@microsoft/kiota-abstractions'; console.log(new FetchRequestAdapter(new AnonymousAuthenticationProvider()));",
  oauth4webapi:
    "import { clientCredentialsGrantRequest, processClientCredentialsResponse, ClientSecretPost } from 'oauth4webapi'; console.log(clientCredentialsGrantRequest, processClientCredentialsResponse, ClientSecretPost);",
};

/**
 * One GET with retries and a credential, for clients that do comparable work. By name: the peer whose version is shown,
 * and the program.
 */
export const comparablePrograms: Readonly<Record<string, readonly [peer: string, program: string]>> = {
  '@octokit/core with retry and throttling': [
    '@octokit/core',
    `
    import { Octokit } from '@octokit/core';
    import { retry } from '@octokit/plugin-retry';
    import { throttling } from '@octokit/plugin-throttling';
    const wait = () => true;
    const octokit = new (Octokit.plugin(retry, throttling))({ auth: 'k', baseUrl: 'https://a.test', throttle: { onRateLimit: wait, onSecondaryRateLimit: wait } });
    octokit.request('GET /history').then(console.log);`,
  ],
  '@azure/core-rest-pipeline with retry': [
    '@azure/core-rest-pipeline',
    `
    import { createDefaultHttpClient, createHttpHeaders, createPipelineFromOptions, createPipelineRequest } from '@azure/core-rest-pipeline';
    const headers = createHttpHeaders({ 'x-acme-authtoken': 'k' });
    createPipelineFromOptions({}).sendRequest(createDefaultHttpClient(), createPipelineRequest({ url: 'https://a.test/history', headers })).then(console.log);`,
  ],
  'openai, one list': [
    'openai',
    `
    import OpenAI from 'openai';
    new OpenAI({ apiKey: 'k', baseURL: 'https://a.test', dangerouslyAllowBrowser: true }).models.list().then(console.log);`,
  ],
  '@aws-sdk/client-sts (smithy), one call': [
    '@aws-sdk/client-sts',
    `
    import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
    const credentials = { accessKeyId: 'a', secretAccessKey: 'k' };
    new STSClient({ region: 'us-east-1', credentials }).send(new GetCallerIdentityCommand({})).then(console.log);`,
  ],
};
