import { keyPredicate } from '@syncline/odata';
import type { Values } from './inputs.ts';

const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The same request for curl. Secrets stay variables of the shell. */
export function curlText(operation: string, values: Values): string {
  const value = (name: string) => (values[name] ?? '').trim();
  const query = (
    [
      ['$filter', 'filter'],
      ['$select', 'select'],
      ['$orderby', 'orderBy'],
    ] as const
  )
    .filter(([, name]) => value(name) !== '')
    .map(([option, name]) => `${option}=${encodeURIComponent(value(name)).replaceAll("'", '%27')}`)
    .join('&');
  const segment = (name: string) => encodeURIComponent(value(name));
  const get = (path: string) =>
    `curl -u "$SYNC_USER:$SYNC_PASSWORD" "$SYNC_URL"${shell(`${path}${query === '' ? '' : `?${query}`}`)}`;
  switch (operation) {
    case 'getJob':
      return get(`/jobs${value('name') === '' ? "('')" : keyPredicate(value('name'))}`);
    case 'listHistory':
      return get('/history');
    case 'listConnectors':
      return get('/connectors');
    case 'listWorkspaces':
      return get('/v2/workspaces');
    case 'listTaskHistory':
      return get(`/v2/transformations/${segment('transformationId')}/tasks/${segment('taskId')}/history`);
    case 'listJobStatus':
      return get(`/v2/jobs/${segment('jobId')}/status`);
    case 'runQuery':
      return `curl -u "$SYNC_EMAIL:$SYNC_ACCESS_TOKEN" -H 'Content-Type: application/json' \\\n  -d ${shell(JSON.stringify({ query: value('text') }))} "$SYNC_URL"/api/query`;
    default:
      return 'curl -d grant_type=client_credentials --data-urlencode "client_id=$CLIENT_ID" \\\n  --data-urlencode "client_secret=$CLIENT_SECRET" "$AUTH_URL"/oauth/token';
  }
}
