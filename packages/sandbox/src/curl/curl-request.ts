import type { SandboxCredentials } from '../authenticate/credentials.ts';
import type { SchemeId } from '../authenticate/schemes.ts';
import type { RequestDetail } from '../http/request-log.ts';
import { keyPredicate } from '@syncline/odata';
import { type OperationId, fields, operations } from '@syncline/openapi';
import type { PropertyNames } from '../data/property-names.ts';
import type { InterfaceName } from '../http/response.ts';

/** Quotes a text for a POSIX shell: within single quotes, only the single quote itself is special. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The curl option that sends the credential of each scheme, quoted for a POSIX shell. The preferred scheme is first.
 */
export function curlOptions({
  basic,
  apiKey,
  userToken,
  personalAccessToken,
}: SandboxCredentials): Readonly<Record<SchemeId, string>> {
  return {
    apiKeyHeader: `-H ${shellQuote(`${apiKey.headerName}: ${apiKey.value}`)}`,
    userToken: `-H ${shellQuote(`${userToken.headerName}: ${userToken.value}`)}`,
    personalAccessToken: `-u ${shellQuote(`${personalAccessToken.email}:${personalAccessToken.token}`)}`,
    basic: `-u ${shellQuote(`${basic.username}:${basic.password}`)}`,
    apiKeyQuery: `--url-query ${shellQuote(`@authtoken=${apiKey.value}`)}`,
    clientCredentials: '-H "Authorization: Bearer $ACCESS_TOKEN"',
  };
}

/** Headers that curl sets itself. */
const ownHeaders = new Set(['host', 'content-length', 'accept-encoding', 'connection', 'user-agent', 'traceparent']);

/**
 * A command that sends a logged request again. A request that was authenticated carries the sandbox's credential for
 * the same scheme. Other secrets are not known, so `[redacted]` is sent in their place.
 *
 * @returns undefined if the log does not have the whole request
 */
export function curlRequest(
  request: RequestDetail,
  origin: string,
  credentials: SandboxCredentials,
): string | undefined {
  if (request.isBodyCut || request.isUnread) return undefined;
  const scheme = request.scheme as SchemeId | undefined;
  const carrier = scheme === undefined ? undefined : carriers[scheme](credentials);
  const headers = Object.entries(request.headers)
    .filter(([name]) => !ownHeaders.has(name) && name !== carrier && !name.startsWith('sec-'))
    .map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`);
  const query = request.query.split('&').filter((part) => part !== '' && (scheme !== 'apiKeyQuery' || !isKey(part)));
  const url = `${origin}${request.path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  return [
    // Makes curl send brackets, braces and `..` unchanged.
    'curl -g --path-as-is',
    ...(request.method === 'GET' ? [] : [`-X ${shellQuote(request.method)}`]),
    ...(scheme === undefined ? [] : [curlOptions(credentials)[scheme]]),
    ...headers,
    ...(request.body === undefined ? [] : [`--data-raw ${shellQuote(bodyOf(request.body, request, credentials))}`]),
    shellQuote(url),
  ].join(' ');
}

/** The header that contains the credential of each scheme; undefined if it is in the query. */
const carriers: Readonly<Record<SchemeId, (credentials: SandboxCredentials) => string | undefined>> = {
  apiKeyHeader: ({ apiKey }) => apiKey.headerName,
  userToken: ({ userToken }) => userToken.headerName,
  basic: () => 'authorization',
  personalAccessToken: () => 'authorization',
  clientCredentials: () => 'authorization',
  apiKeyQuery: () => undefined,
};

function isKey(part: string): boolean {
  return /^(?:@|%40)authtoken=/i.test(part);
}

/** Puts the sandbox's service account back into the form of a token request that succeeded. */
function bodyOf(
  body: string,
  { operationId, status }: RequestDetail,
  { serviceAccount: { clientId, clientSecret } }: SandboxCredentials,
): string {
  if (operationId !== 'createToken' || status >= 300) return body;
  return body
    .replace(/(^|&)client_id=[^&]*/, (_, start: string) => `${start}client_id=${encodeURIComponent(clientId)}`)
    .replace(
      /(^|&)client_secret=[^&]*/,
      (_, start: string) => `${start}client_secret=${encodeURIComponent(clientSecret)}`,
    );
}

/**
 * A value for each path parameter of the documents. A new path parameter does not compile until the sandbox has an
 * example of it.
 *
 * @example
 * const { JobName, job_id }: ExampleParameters = sandbox.examples;
 */
export type ExampleParameters = Readonly<Record<(typeof operations)[OperationId]['pathParameters'][number], string>>;

type AnyOperation = (typeof operations)[OperationId];
type PathParameter = keyof ExampleParameters;
type RequestField = AnyOperation['requestFields'][number];

/** A command that calls an operation, with a credential that the operation accepts. */
export interface CurlExample {
  readonly operationId: OperationId;
  readonly curl: string;
}

/** A curl command for each operation of the documents. A new body field does not compile until it has a value here. */
export function curlExamples(
  urls: Readonly<Record<InterfaceName, string>>,
  credentials: SandboxCredentials,
  parameters: ExampleParameters,
  names: PropertyNames = {},
): readonly CurlExample[] {
  const options = curlOptions(credentials);
  const { serviceAccount } = credentials;
  const body: Record<RequestField, string> = {
    query: 'SELECT JobName FROM jobs',
    grant_type: 'client_credentials',
    client_id: serviceAccount.clientId,
    client_secret: serviceAccount.clientSecret,
  };
  return Object.values(operations).map((operation: AnyOperation) => {
    const accepted: readonly string[] = operation.security;
    // The first scheme that an operation accepts is shown.
    const scheme = Object.entries(options).find(([id]) => accepted.includes(id))?.[1];
    const path = operation.path
      .replaceAll(/\('\{(\w+)\}'\)/g, (_, name: PathParameter) =>
        parameters[name] === '' ? "('')" : keyPredicate(parameters[name]),
      )
      .replaceAll(/\{(\w+)\}/g, (_, name: PathParameter) => encodeURIComponent(parameters[name]));
    const base = operation.server === 'auth' ? urls.auth : urls[operation.interface];
    const parts = [
      'curl',
      scheme,
      quoteUrl(`${base}${path}`),
      ...queryOf(operation, names),
      ...exampleBody(operation, body),
    ];
    return { operationId: operation.id, curl: parts.filter((part) => part !== undefined).join(' ') };
  });
}

function queryOf({ queryParameters, response }: AnyOperation, names: PropertyNames): readonly string[] {
  const parameters: readonly string[] = queryParameters;
  const [property] = response.record === null ? [] : Object.keys(fields[response.record]);
  return parameters.includes('$orderby') && property !== undefined
    ? [`-G --data-urlencode ${shellQuote(`$orderby=${names[property] ?? property} desc`)}`]
    : [];
}

function exampleBody(
  { requestContentType, requestFields }: AnyOperation,
  values: Record<RequestField, string>,
): readonly string[] {
  switch (requestContentType) {
    case null:
      return [];
    case 'application/json':
      return [
        `--json ${shellQuote(JSON.stringify(Object.fromEntries(requestFields.map((name) => [name, values[name]]))))}`,
      ];
    case 'application/x-www-form-urlencoded':
      return requestFields.map((name) => `-d ${quoteWord(`${name}=${encodeURIComponent(values[name])}`)}`);
  }
}

/** In double quotes, the single quotes of a key predicate need no escapes. Some characters have a meaning there. */
function quoteUrl(url: string): string {
  return /[$`"\\!]/.test(url) ? shellQuote(url) : `"${url}"`;
}

/** Leaves a word unquoted if no shell changes it. */
function quoteWord(word: string): string {
  return /^[\w.=%-]+$/.test(word) ? word : shellQuote(word);
}
