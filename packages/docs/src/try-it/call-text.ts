import { type OperationId, operations } from '@syncline/openapi';
import {
  type CredentialOperation,
  type MethodOperation,
  type Values,
  argumentsOf,
  isMethodOperation,
  optionNames,
  splitNames,
} from './operation.ts';
import { keyPredicate } from '@syncline/odata';

/** The code that creates each credential that sends an operation. */
export const credentialTexts: Readonly<Record<CredentialOperation['call'], string>> = {
  clientCredentials: 'const credential = clientCredentials({ authUrl, clientId, clientSecret });',
};

/** The code of the call. */
export function callText(id: OperationId, values: Values): string {
  const operation = operations[id];
  if (!isMethodOperation(operation))
    return `${credentialTexts[operation.call]}\n// Create a client with it. Its first request gets the token.`;
  const value = (name: string) => (values[name] ?? '').trim();
  const options = [
    value('filter') && `filter: rawFilter(${JSON.stringify(value('filter'))})`,
    value('orderBy') && `orderBy: [${splitNames(value('orderBy')).map(quote).join(', ')}]`,
    value('select') && `select: [${splitNames(value('select')).map(quote).join(', ')}]`,
  ].filter((text) => text !== '');
  return methodText(id, argumentsOf(operation).map(value), options);
}

/** A method call with these arguments and, written as `name: value`, these options. */
export function methodText(id: OperationId, values: readonly string[], options: readonly string[]): string {
  const { call, response } = operations[id];
  const result = { record: 'record', collection: 'records', unknown: 'result' }[response.kind];
  const given = options.length === 0 ? [] : [`{\n  ${options.join(',\n  ')},\n}`];
  return `const ${result} = await ${call}(${[...values.map(quote), ...given].join(', ')});`;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

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
