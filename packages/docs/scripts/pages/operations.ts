import { operations } from '@syncline/openapi';
import { badges, type Decision } from './decisions.ts';
import {
  interfaces,
  list,
  operationsOf,
  resolve,
  type Documents,
  type LocatedOperation,
  type OpenApiDocument,
  type Parameter,
} from './documents.ts';
import { code, kebab, prose, table, writePage } from './page.ts';
import { recordAddress, shapeOf } from './shapes.ts';
import { signature } from './signature.ts';

/**
 * Writes one page for each operation: its request and response, the call that sends it, a panel to try it, and what the
 * specification leaves open.
 */
export function writeOperations(documents: Documents, decisions: ReadonlyMap<string, Decision>): void {
  for (const name of interfaces) {
    operationsOf(name, documents[name]).forEach((located, order) => {
      writePage(`reference/${name}/${kebab(located.operation.operationId)}.mdx`, {
        title: located.operation.summary,
        description: located.operation.description,
        order,
        body: operationBody(located, documents[name], decisions),
      });
    });
  }
}

function operationBody(
  located: LocatedOperation,
  document: OpenApiDocument,
  decisions: ReadonlyMap<string, Decision>,
): string {
  const { operation, method, path } = located;
  const { otherCalls } = operations[operation.operationId];
  const server = operation.servers?.[0]?.url.includes('auth') === true ? '{auth_url}' : '{base_url}';
  const open = list(operation['x-open-question']);
  return [
    `import TryIt from '../../../../components/TryIt.astro';`,
    `<p class="operation not-content"><span class="method">${method}</span><code>{${JSON.stringify(`${server}${path}`)}}</code><span class="operation-id">${operation.operationId}</span></p>`,
    open.length === 0
      ? ''
      : `<p class="open-questions not-content"><strong>The specification leaves this open:</strong> ${badges(open, decisions)}</p>`,
    '```ts given\n' + signature(document, located) + '\n```',
    otherCalls.length === 0
      ? ''
      : `${otherCalls.map(code).join(' and ')} ${otherCalls.length === 1 ? 'sends' : 'send'} this request too.`,
    `Section ${operation['x-source'] ?? '4'} of the interface specification.`,
    '## Try it',
    `<TryIt operation="${operation.operationId}" />`,
    '## Parameters',
    parameters(document, operation.parameters ?? [], operation, decisions),
    body(document, located),
    '## Authentication',
    security(document, located),
    '## Answer',
    answers(document, located),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function parameters(
  document: OpenApiDocument,
  given: readonly Parameter[],
  operation: LocatedOperation['operation'],
  decisions: ReadonlyMap<string, Decision>,
): string {
  const rows = given.map((parameter) => {
    const { name, in: place, required, description, example } = resolve(document, parameter);
    return [
      code(name),
      required === true ? `${place}, required` : place,
      prose(description ?? ''),
      example === undefined ? '' : code(String(example)),
    ];
  });
  const unnamed = (operation['x-open-parameters'] ?? []).map((open) => [
    `*${open.role}*`,
    `${open.in}, name not shown`,
    prose(open.description),
    badges([open['x-open-question']], decisions),
  ]);
  const all = [...rows, ...unnamed];
  return all.length === 0 ? 'None.' : table(['Name', 'Where', 'Meaning', 'Example'], all);
}

function body(document: OpenApiDocument, { operation }: LocatedOperation): string {
  if (operation.requestBody === undefined) return '';
  const { content = {} } = resolve(document, operation.requestBody);
  return Object.entries(content)
    .map(([type, { schema }]) => {
      const properties = resolve(document, schema).properties ?? {};
      const required = new Set(resolve(document, schema).required ?? []);
      const rows = Object.entries(properties).map(([name, field]) => [
        code(name),
        `${field.type ?? ''}${required.has(name) ? ', required' : ''}`,
        prose(field.description ?? ''),
      ]);
      return `## Body\n\n${code(type)}\n\n${table(['Field', 'Type', 'Meaning'], rows)}`;
    })
    .join('\n\n');
}

function security(document: OpenApiDocument, { operation }: LocatedOperation): string {
  const alternatives = operation.security ?? document.security ?? [];
  const schemes = alternatives.flatMap((alternative) => Object.keys(alternative));
  if (schemes.length === 0) return 'None: the secret travels in the body.';
  const rows = schemes.map((scheme) => {
    const described = document.components['securitySchemes']?.[scheme] as
      | { description?: string; type?: string }
      | undefined;
    return [code(scheme), prose(described?.description ?? '')];
  });
  return `One of these; [the guide](/guides/authentication/) helps to choose.\n\n${table(['Scheme', 'How it travels'], rows)}`;
}

function answers(document: OpenApiDocument, { operation }: LocatedOperation): string {
  return Object.entries(operation.responses)
    .map(([status, given]) => {
      const answer = resolve(document, given);
      const shapes = Object.entries(answer.content ?? {}).map(([type, { schema }]) => [
        code(status),
        prose(answer.description),
        code(type),
        shapeOf(document, schema),
      ]);
      return shapes.length === 0 ? [[code(status), prose(answer.description), '', '']] : shapes;
    })
    .flat()
    .reduce(
      (text, row, index) =>
        index === 0 ? `${table(['Status', 'When', 'Type', 'Shape'], [row])}` : `${text}\n| ${row.join(' | ')} |`,
      '',
    )
    .concat(
      `\n\nWhat the client throws instead of an error body: [error codes](/reference/error-codes/). Fields: [records](${recordAddress}).`,
    );
}
