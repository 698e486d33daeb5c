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
import type { Vector } from '../../../openapi/conformance/source/vector.ts';

const BASE = { odata: 'https://odata.invalid/app', v2: 'https://v2.invalid', cloud: 'https://cloud.invalid' };

/** Makes the call of a vector through the public clients. */
export async function perform(
  { operation, arguments: args, credential, options }: Vector,
  fetch: Transport,
): Promise<unknown> {
  const text = (name: string): string => args[name] as string;
  const common = { credential: credentialOf(credential, fetch), fetch, retry: 0, ...options };
  const query = {
    ...(args['$filter'] === undefined ? {} : { filter: rawFilter(text('$filter')) }),
    ...(args['$select'] === undefined ? {} : { select: args['$select'] as never[] }),
    ...(args['$orderby'] === undefined ? {} : { orderBy: args['$orderby'] as never[] }),
  };
  const odata = () => createODataClient({ ...common, baseUrl: BASE.odata });
  const v2 = () => createV2Client({ ...common, baseUrl: BASE.v2 });
  switch (operation) {
    case 'getJob':
      return odata().jobs.get(text('JobName'), query);
    case 'listHistory':
      return odata().history.list(query);
    case 'listConnectors':
      return odata().connectors.list(query);
    case 'listWorkspaces':
      return v2().workspaces.list(args as { filter?: string; sort?: string });
    case 'listJobStatus':
      return v2().jobs.status(text('job_id'));
    case 'listTaskHistory':
      return v2().transformations.taskHistory(text('transformation_id'), text('task_id'));
    case 'runQuery':
      return createCloudClient({ ...common, baseUrl: BASE.cloud }).query(text('query'));
    default:
      throw new Error(`no call for ${operation}`);
  }
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
