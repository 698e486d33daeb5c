import { keyPredicate } from '@syncline/odata';
import { fields, operations, type OperationId, type SecuritySchemeId } from '@syncline/openapi';
import type { ListeningSandbox } from '../listen/create-sandbox.ts';

type AnyOperation = (typeof operations)[OperationId];
type PathParameter = AnyOperation['pathParameters'][number];
type RequestField = AnyOperation['requestFields'][number];

/** One line for programs: URLs and credentials. */
export function announceJson({ urls, credentials }: ListeningSandbox): string {
  return `${JSON.stringify({ urls, credentials })}\n`;
}

/** URLs, credentials and one curl command per operation, with the names and ids of `job`. */
export function announce(
  { urls, credentials }: ListeningSandbox,
  job: { name: string; id: string; taskKey: string },
  color: boolean,
): string {
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
    ...curlLines({ urls, credentials }, job).map(([id, line]) => row(id, dim(line))),
    '',
    dim('Press Ctrl-C to stop.'),
    '',
    '',
  ].join('\n');
}

/**
 * A curl line for each operation of the documents. A new scheme, path parameter or body field does not compile until it
 * is here.
 */
function curlLines(
  { urls, credentials }: Pick<ListeningSandbox, 'urls' | 'credentials'>,
  job: { name: string; id: string; taskKey: string },
): readonly (readonly [OperationId, string])[] {
  const { basic, apiKey, userToken, personalAccessToken, serviceAccount } = credentials;
  const [transformation = '', task = ''] = job.taskKey.split('/');
  // The first scheme that an operation accepts is shown.
  const schemes: Record<SecuritySchemeId, string> = {
    apiKeyHeader: `-H '${apiKey.headerName}: ${apiKey.value}'`,
    userToken: `-H '${userToken.headerName}: ${userToken.value}'`,
    personalAccessToken: `-u '${personalAccessToken.email}:${personalAccessToken.token}'`,
    basic: `-u '${basic.username}:${basic.password}'`,
    apiKeyQuery: `--url-query '@authtoken=${apiKey.value}'`,
    clientCredentials: '-H "Authorization: Bearer $ACCESS_TOKEN"',
  };
  const parameters: Record<PathParameter, string> = {
    JobName: job.name,
    job_id: job.id,
    transformation_id: transformation,
    task_id: task,
  };
  const body: Record<RequestField, string> = {
    query: 'SELECT JobName FROM jobs',
    grant_type: 'client_credentials',
    client_id: serviceAccount.clientId,
    client_secret: serviceAccount.clientSecret,
  };
  return Object.values(operations).map((operation: AnyOperation) => {
    const accepted: readonly string[] = operation.security;
    const scheme = Object.entries(schemes).find(([id]) => accepted.includes(id))?.[1];
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
