import { keyPredicate } from '@syncline/odata';
import { fields, type OperationId, operations } from '@syncline/openapi';
import type { SandboxCredentials } from '../authenticate/credentials.ts';
import type { PropertyNames } from '../data/property-names.ts';
import type { InterfaceName } from '../http/response.ts';
import { curlOptions, shellQuote } from './curl-request.ts';

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
      ...bodyOf(operation, body),
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

function bodyOf(
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
