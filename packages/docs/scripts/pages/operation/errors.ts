import { operations } from '@syncline/openapi';
import { errorCodes, type ErrorCode } from '../../../../../scripts/error-table.ts';
import { resolve, type LocatedOperation, type OpenApiDocument } from '../documents.ts';
import { errorAddress } from '../error-pages.ts';
import { code, prose, table } from '../page.ts';
import { shapeOf } from '../shapes.ts';

/** The failures that the document describes, and the errors that the call can throw. */
export function errorsOf(document: OpenApiDocument, { operation }: LocatedOperation): string {
  const documented = Object.entries(operation.responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, given]) => {
      const { description, content = {} } = resolve(document, given);
      const [shape] = Object.values(content).map(({ schema }) => shapeOf(document, schema));
      return { status, text: `${prose(description)}${shape === undefined ? '' : ` The body is ${shape}.`}` };
    });
  const [first] = documented;
  const statuses = documented.map(({ status }) => `<span class="status failed">${code(status)}</span>`).join(', ');
  const thrown = errorCodes.filter(({ calls }) => isThrownBy(calls, operation.operationId));
  return [
    first === undefined ? '' : `${statuses}: ${first.text} The client throws an error instead of returning it.`,
    table(
      ['Code', 'What happened'],
      thrown.map((row) => [`[${code(row.code)}](${errorAddress(row.code)})`, prose(row.meaning)]),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function isThrownBy(calls: ErrorCode['calls'], id: keyof typeof operations): boolean {
  const { queryParameters, security } = operations[id];
  const names: readonly string[] = queryParameters;
  const schemes: readonly string[] = security;
  switch (calls) {
    case 'all':
      return true;
    case 'query options':
      return names.length > 0;
    case 'filter or order':
      return names.includes('$filter') || names.includes('$orderby');
    case 'token':
      return id === 'createToken' || schemes.includes('clientCredentials');
    case 'none':
      return false;
  }
}
