import { keyPredicate } from '@syncline/odata';
import { operations, type OperationId } from '@syncline/openapi';
import {
  isMethodOperation,
  optionNames,
  type CredentialOperation,
  type MethodOperation,
  type Values,
} from './operation.ts';

/** The credential in the example for each interface. Secrets are shell variables. */
const users: Readonly<Record<MethodOperation['interface'], string>> = {
  odata: '-u "$SYNCLINE_USERNAME:$SYNCLINE_PASSWORD"',
  v2: '-u "$SYNCLINE_USERNAME:$SYNCLINE_PASSWORD"',
  cloud: '-u "$SYNCLINE_EMAIL:$SYNCLINE_PERSONAL_ACCESS_TOKEN"',
};

const tokenFields: Readonly<Record<CredentialOperation['requestFields'][number], string>> = {
  grant_type: 'client_credentials',
  client_id: '$SYNCLINE_CLIENT_ID',
  client_secret: '$SYNCLINE_CLIENT_SECRET',
};

/** The same request for curl. */
export function curlText(id: OperationId, values: Values): string {
  const operation = operations[id];
  if (!isMethodOperation(operation)) {
    const fields = operation.requestFields.map((name) => `  --data-urlencode "${name}=${tokenFields[name]}" \\\n`);
    return `curl \\\n${fields.join('')}  "$SYNCLINE_AUTH_URL"${operation.path}`;
  }
  const value = (name: string) => (values[name] ?? '').trim();
  const path = operation.path
    .replaceAll(/\('\{(\w+)\}'\)/g, (_, name: string) => (value(name) === '' ? "('')" : keyPredicate(value(name))))
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value(name)));
  const query = operation.queryParameters
    .filter((parameter) => value(optionNames[parameter]) !== '')
    .map((parameter) => `${parameter}=${encodeURIComponent(value(optionNames[parameter])).replaceAll("'", '%27')}`);
  const address = `"$SYNC_URL"${shell([path, ...(query.length > 0 ? [query.join('&')] : [])].join('?'))}`;
  const user = users[operation.interface];
  if (operation.requestFields.length === 0) return `curl ${user} ${address}`;
  const body = Object.fromEntries(operation.requestFields.map((name) => [name, value(name)]));
  return `curl ${user} -H 'Content-Type: application/json' \\\n  -d ${shell(JSON.stringify(body))} ${address}`;
}

function shell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
