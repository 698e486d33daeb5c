import { basic, clientCredentials, personalAccessToken } from '@syncline/auth';
import { createCloudClient, createODataClient, createV2Client } from '@syncline/client';
import { inspect } from 'node:util';
import { createSandbox } from '@syncline/sandbox';
import { sandboxStart } from '../../../src/try-it/sandbox-start.ts';
import type { Values } from '../../../src/try-it/operation.ts';
import { rawCallOf } from './raw-call.ts';
import { resolve, type Body, type InterfaceName, type LocatedOperation, type OpenApiDocument } from '../documents.ts';

/** Where the samples send their requests. */
export const addresses: Readonly<Record<InterfaceName | 'auth', string>> = {
  odata: 'https://sync.example.com/api.rsc',
  v2: 'https://sync.example.com',
  cloud: 'https://cloud.example.com',
  auth: 'https://auth.example.com',
};

/** One response that a page shows. */
export interface ExampleResponse {
  /** The status as the document writes it, with the name of the example if the status has several. */
  readonly label: string;
  readonly body: unknown;
}

/** A sample call as it was made: the request that the client sent, and what it returned. */
export interface Exchange {
  /** The request, as it goes over the wire; the secret is replaced by a description. */
  readonly request: string;
  /** The call that sends the same request through `raw`. Undefined for the token request. */
  readonly rawCall: string | undefined;
  /** The query options as texts. */
  readonly options: Values;
  readonly responses: readonly ExampleResponse[];
  /** What the call returned, as Node prints it. Undefined if the program never sees the response. */
  readonly returned: string | undefined;
  /** Whether the responses are those of the sandbox, because the document has no example. */
  readonly isFromSandbox: boolean;
}

interface Sent {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * Makes the call of a page with the real client, against the example responses of the document, so that a page shows
 * nothing that does not happen.
 */
export async function exchange(document: OpenApiDocument, located: LocatedOperation, call: string): Promise<Exchange> {
  const documented = examplesOf(document, located);
  const responses = documented.length > 0 ? documented : [await fromSandbox(call)];
  const sent: Sent[] = [];
  const isToken = located.operation.operationId === 'createToken';
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    sent.push({ url, method: request.method, headers: request.headers, body: await request.text() });
    const body = isToken && url.origin !== addresses.auth ? {} : responses[0]!.body;
    return Response.json(body);
  };
  const returned = await run(call, fetch);
  const [request] = sent;
  if (request === undefined) throw new Error(`${located.operation.operationId}: the sample call sent no request.`);
  const rawCall = rawCallOf(located, request);
  if (rawCall !== undefined) {
    await run(rawCall, fetch);
    const [, raw] = sent;
    if (raw === undefined || requestText(raw) !== requestText(request))
      throw new Error(`${located.operation.operationId}: the call of raw does not send the same request.`);
  }
  const option = (name: string) => request.url.searchParams.get(name) ?? '';
  return {
    request: requestText(request),
    rawCall,
    options: { filter: option('$filter'), orderBy: option('$orderby'), select: option('$select') },
    responses: [...responses, ...errorsOf(document, located)],
    returned: isToken ? undefined : inspect(returned, { depth: 6, compact: 1, breakLength: 60 }),
    isFromSandbox: documented.length === 0,
  };
}

/** Runs a call as the page shows it. */
async function run(call: string, fetch: typeof globalThis.fetch): Promise<unknown> {
  const user = basic({ username: 'reader', password: 'secret' });
  const clients = {
    odata: createODataClient({ baseUrl: addresses.odata, credential: user, fetch }),
    v2: createV2Client({ baseUrl: addresses.v2, credential: user, fetch }),
  };
  const cloud = (credential = personalAccessToken({ email: 'reader@example.com', token: 'secret' })) =>
    createCloudClient({ baseUrl: addresses.cloud, credential, fetch });
  const scope = { ...clients, cloud: cloud(), authUrl: addresses.auth, clientId: 'my-client-id', clientSecret: 'x' };
  if (call.includes('clientCredentials'))
    return cloud(
      clientCredentials({ authUrl: scope.authUrl, clientId: scope.clientId, clientSecret: 'my-client-secret', fetch }),
    ).query('SELECT JobName FROM jobs');
  const [, expression = ''] = /= await ([\s\S]*);$/.exec(call) ?? [];
  return new Function(...Object.keys(scope), `return ${expression}`)(...Object.values(scope)) as Promise<unknown>;
}

function examplesOf(document: OpenApiDocument, { operation }: LocatedOperation): readonly ExampleResponse[] {
  return responsesOf(document, operation.responses, (status) => status.startsWith('2'));
}

function errorsOf(document: OpenApiDocument, { operation }: LocatedOperation): readonly ExampleResponse[] {
  return responsesOf(document, operation.responses, (status) => status.startsWith('4'));
}

function responsesOf(
  document: OpenApiDocument,
  responses: LocatedOperation['operation']['responses'],
  accepts: (status: string) => boolean,
): readonly ExampleResponse[] {
  return Object.entries(responses)
    .filter(([status]) => accepts(status))
    .flatMap(([status, response]) => {
      const { content = {} }: Body = resolve(document, response);
      const examples = Object.values(content).flatMap(({ examples: named = {} }) => Object.entries(named));
      return examples.map(([name, { value }]) => ({
        label: examples.length === 1 ? status : `${status} ${name}`,
        body: value,
      }));
    });
}

/** What the sandbox responds to the call of an operation whose document has no example. */
async function fromSandbox(call: string): Promise<ExampleResponse> {
  const sandbox = createSandbox({ clock: { start: sandboxStart }, data: { jobs: [{ JobName: 'Nightly orders' }] } });
  const cloud = createCloudClient({
    baseUrl: sandbox.urls.cloud,
    credential: personalAccessToken(sandbox.credentials.personalAccessToken),
    fetch: sandbox.fetch,
  });
  const [, query = ''] = /cloud\.query\('(.*)'\)/.exec(call) ?? [];
  const body = await cloud.query(query);
  await sandbox.close();
  return { label: '200', body };
}

const shownHeaders = ['accept', 'content-type', 'authorization'] as const;
const described = { basic: '<Base64 of user name:password>', bearer: '<access token>' };

function requestText({ url, method, headers, body }: Sent): string {
  const lines = shownHeaders.flatMap((name) => {
    const value = headers.get(name);
    if (value === null) return [];
    const [scheme = ''] = value.split(' ');
    const shown = name === 'authorization' ? `${scheme} ${described[scheme.toLowerCase() as 'basic']}` : value;
    return [`${name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())}: ${shown}`];
  });
  const head = [`${method} ${url.pathname}${url.search} HTTP/1.1`, `Host: ${url.host}`, ...lines].join('\n');
  return body === '' ? head : `${head}\n\n${body}`;
}
