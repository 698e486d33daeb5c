import type { OperationId } from '@syncline/openapi';
import type { ListeningSandbox } from '../listen/create-sandbox.ts';

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
  const key = `-H '${apiKey.headerName}: ${apiKey.value}'`;
  const user = `-H '${userToken.headerName}: ${userToken.value}'`;
  const [transformation = '', task = ''] = job.taskKey.split('/').map(encodeURIComponent);
  const predicate = encodeURIComponent(job.name.replaceAll("'", "''")).replaceAll("'", '%27');
  const commands: Readonly<Record<OperationId, string>> = {
    getJob: `curl ${key} "${urls.odata}/jobs('${predicate}')"`,
    listHistory: `curl -G ${key} "${urls.odata}/history" --data-urlencode '$orderby=runstartdate desc'`,
    listConnectors: `curl ${key} "${urls.odata}/connectors"`,
    listWorkspaces: `curl ${user} "${urls.v2}/v2/workspaces"`,
    listTaskHistory: `curl ${user} "${urls.v2}/v2/transformations/${transformation}/tasks/${task}/history"`,
    listJobStatus: `curl ${user} "${urls.v2}/v2/jobs/${encodeURIComponent(job.id)}/status"`,
    runQuery: `curl -u '${personalAccessToken.email}:${personalAccessToken.token}' --json '{"query":"SELECT JobName FROM jobs"}' "${urls.cloud}/api/query"`,
    createToken: `curl "${urls.auth}/oauth/token" -d grant_type=client_credentials -d client_id=${serviceAccount.clientId} -d client_secret=${serviceAccount.clientSecret}`,
  };
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
    ...Object.entries(commands).map(([name, command]) => row(name, dim(command))),
    '',
    dim('Press Ctrl-C to stop.'),
    '',
    '',
  ].join('\n');
}
