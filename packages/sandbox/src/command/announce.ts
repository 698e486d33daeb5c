import { keyPredicate } from '@syncline/odata';
import { fields, operations, type OperationId } from '@syncline/openapi';
import { curlOptions } from '../authenticate/schemes.ts';
import type { ListeningSandbox } from '../listen/create-sandbox.ts';
import type { ExampleParameters } from '../portable/portable-sandbox.ts';

type AnyOperation = (typeof operations)[OperationId];
type PathParameter = keyof ExampleParameters;
type RequestField = AnyOperation['requestFields'][number];

/** One line for programs: URLs and credentials. */
export function announceJson({ urls, credentials }: ListeningSandbox): string {
  return `${JSON.stringify({ urls, credentials })}\n`;
}

/** URLs, credentials and one curl command per operation, with the names and ids of `examples`. */
export function announce({ urls, credentials }: ListeningSandbox, examples: ExampleParameters, color: boolean): string {
  const bold = (text: string): string => (color ? `\u001b[1m${text}\u001b[22m` : text);
  const dim = (text: string): string => (color ? `\u001b[2m${text}\u001b[22m` : text);
  const { basic, apiKey, userToken, personalAccessToken, serviceAccount } = credentials;
  const row = (name: string, value: string): string => `  ${bold(name.padEnd(16))} ${value}`;
  return [
    '',
    bold('Syncline sandbox'),
    '',
    row('OData', urls.odata),
    row('v2', urls.v2),
    row('cloud', urls.cloud),
    row('tokens', urls.auth),
    row('control page', urls.control),
    '',
    row('Basic', `${basic.username} : ${basic.password}`),
    row('API key', `${apiKey.headerName}: ${apiKey.value}`),
    row('user token', `${userToken.headerName}: ${userToken.value}`),
    row('access token', `${personalAccessToken.email} : ${personalAccessToken.token}`),
    row('service account', `${serviceAccount.clientId} : ${serviceAccount.clientSecret}`),
    '',
    ...curlLines({ urls, credentials }, examples).map(([id, line]) => row(id, dim(line))),
    '',
    dim('Press Ctrl-C to stop.'),
    '',
    '',
  ].join('\n');
}

/** A curl line for each operation of the documents. A new body field does not compile until it has a value here. */
function curlLines(
  { urls, credentials }: Pick<ListeningSandbox, 'urls' | 'credentials'>,
  parameters: ExampleParameters,
): readonly (readonly [OperationId, string])[] {
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
    const parts = ['curl', scheme, `"${base}${path}"`, ...queryOf(operation), ...bodyOf(operation, body)];
    return [operation.id, parts.filter((part) => part !== undefined).join(' ')];
  });
}

function queryOf({ queryParameters, response }: AnyOperation): readonly string[] {
  const names: readonly string[] = queryParameters;
  const [property] = response.record === null ? [] : Object.keys(fields[response.record]);
  return names.includes('$orderby') && property !== undefined
    ? [`-G --data-urlencode '$orderby=${property} desc'`]
    : [];
}

function bodyOf(
  { requestContentType, requestFields }: AnyOperation,
  values: Record<RequestField, string>,
): readonly string[] {
  switch (requestContentType) {
    case null:
      return [];
    case 'application/json':
      return [`--json '${JSON.stringify(Object.fromEntries(requestFields.map((name) => [name, values[name]])))}'`];
    case 'application/x-www-form-urlencoded':
      return requestFields.map((name) => `-d ${name}=${values[name]}`);
  }
}
