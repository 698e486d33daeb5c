import {
  apiKeyHeader,
  apiKeyQuery,
  basic,
  bearer,
  clientCredentials,
  personalAccessToken,
  type Credential,
} from '@syncline/auth';
import { createCloudClient, createODataClient, createV2Client, type Transport } from '@syncline/client';
import { rawFilter } from '@syncline/odata';
import { operations, type OperationId } from '@syncline/openapi';
import type { Vector } from '../../../../openapi/conformance/vector.ts';

type AnyOperation = (typeof operations)[OperationId];

const BASE = { odata: 'https://odata.invalid/app', v2: 'https://v2.invalid', cloud: 'https://cloud.invalid' };

/**
 * For each query parameter, converts a value to the client option that sets it. A new query parameter does not compile
 * until it is listed here.
 */
const options: Readonly<
  Record<AnyOperation['queryParameters'][number], (value: unknown) => Readonly<Record<string, unknown>>>
> = {
  $filter: (value) => ({ filter: rawFilter(value as string) }),
  $select: (value) => ({ select: value }),
  $orderby: (value) => ({ orderBy: value }),
};

/**
 * Makes the call of a vector through the public clients. The path parameters and body fields come first, in their
 * order, and then the options.
 */
export async function perform(vector: Vector, fetch: Transport): Promise<unknown> {
  const { operation, arguments: args, credential } = vector;
  const common = { credential: credentialOf(credential, fetch), fetch, retry: 0, ...vector.options };
  const clients: Readonly<Record<AnyOperation['interface'], () => unknown>> = {
    odata: () => createODataClient({ ...common, baseUrl: BASE.odata }),
    v2: () => createV2Client({ ...common, baseUrl: BASE.v2 }),
    cloud: () => createCloudClient({ ...common, baseUrl: BASE.cloud }),
  };
  const described: AnyOperation = operations[operation];
  const positional: readonly string[] = [...described.pathParameters, ...described.requestFields];
  const given = Object.entries(args)
    .filter(([name]) => !positional.includes(name))
    .map(([name, value]) => (isQueryParameter(name) ? options[name](value) : { [name]: value }));
  const [, ...path] = described.call.split('.');
  if (path.length === 0)
    throw new Error(`A credential sends ${operation}. Test it with a vector of another operation.`);
  const method = path.reduce(
    (member, name) => (member as Record<string, unknown>)[name],
    clients[described.interface](),
  );
  return (method as (...all: unknown[]) => unknown)(
    ...positional.map((name) => args[name]),
    Object.assign({}, ...given),
  );
}

function isQueryParameter(name: string): name is keyof typeof options {
  return Object.hasOwn(options, name);
}

function credentialOf(given: Vector['credential'], fetch: Transport): Credential {
  const value = given as Readonly<Record<string, string>>;
  const of = (name: string): string => value[name] ?? '';
  switch (given.scheme) {
    case 'basic':
      return basic({ username: of('username'), password: of('password') });
    case 'personalAccessToken':
      return personalAccessToken({ email: of('email'), token: of('token') });
    case 'apiKeyHeader':
      return apiKeyHeader({ name: of('name'), value: of('value') });
    case 'apiKeyQuery':
      return apiKeyQuery({ value: of('value'), ...(value['name'] === undefined ? {} : { name: value['name'] }) });
    case 'bearer':
      return bearer(of('token'));
    case 'clientCredentials':
      return clientCredentials({
        authUrl: of('authUrl'),
        clientId: of('clientId'),
        clientSecret: of('clientSecret'),
        fetch: fetch as unknown as typeof globalThis.fetch,
      });
    default:
      throw new Error(`no credential for ${given.scheme}`);
  }
}
