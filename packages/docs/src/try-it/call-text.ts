import { operations, type OperationId } from '@syncline/openapi';
import { argumentsOf, isMethodOperation, type CredentialOperation, type Values } from './operation.ts';
import { splitNames } from './split-names.ts';

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
