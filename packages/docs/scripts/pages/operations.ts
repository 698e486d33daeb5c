import { operations, securitySchemes } from '@syncline/openapi';
import type { Decision } from './decisions.ts';
import {
  interfaces,
  list,
  operationsOf,
  type Documents,
  type LocatedOperation,
  type OpenApiDocument,
} from './documents.ts';
import { authentication } from './operation/authentication.ts';
import { errorsOf } from './operation/errors.ts';
import { exchange } from './operation/exchange.ts';
import { bodyFields, parameters, returns } from './operation/fields.ts';
import { samples } from './operation/samples.ts';
import { gapsOf, gapList } from './gaps.ts';
import { kebab, writePage } from './page.ts';
import { argumentsIn, signature } from './signature.ts';

/**
 * Writes one page per operation, in two columns: the parameters, the fields, the authentication and the errors, and
 * beside them the call, the request and the response. Below are a panel to try it and what the vendor does not document.
 */
export async function writeOperations(documents: Documents, decisions: ReadonlyMap<string, Decision>): Promise<void> {
  for (const name of interfaces)
    for (const [order, located] of operationsOf(name, documents[name]).entries())
      writePage(`reference/${name}/${kebab(located.operation.operationId)}.mdx`, {
        title: located.operation.summary,
        description: located.operation.description,
        order,
        tableOfContents: false,
        body: await operationBody(located, documents[name], decisions),
      });
}

async function operationBody(
  located: LocatedOperation,
  document: OpenApiDocument,
  decisions: ReadonlyMap<string, Decision>,
): Promise<string> {
  const { operation, method, path } = located;
  const server = operations[operation.operationId].server === 'auth' ? '{auth_url}' : '{base_url}';
  const call = signature(document, located);
  const made = await exchange(document, located, call);
  const fields = bodyFields(document, located);
  const open = new Set([
    ...operations[operation.operationId].security.flatMap((scheme) => securitySchemes[scheme].openQuestion ?? []),
    ...list(operation['x-open-question']),
  ]);
  const section = (title: string, text: string | undefined) => (text === undefined ? [] : [`## ${title}`, text]);
  return [
    `import { TabItem, Tabs } from '@astrojs/starlight/components';`,
    `import TryIt from '../../../../components/TryIt.astro';`,
    '<div class="operation-page">',
    `<p class="operation not-content"><span class="method">${method}</span> <code>{${JSON.stringify(`${server}${path}`)}}</code> <span class="operation-id">${operation.operationId}</span></p>`,
    '<div class="samples">',
    samples(located, call, argumentsIn(document, located), made),
    '</div>',
    '<div class="reading">',
    ...section('Parameters', parameters(document, located, decisions)),
    ...section('Body', fields),
    ...section('Returns', returns(document, located, made.responses[0]?.body)),
    ...section('Authentication', authentication(document, located)),
    ...section('Errors', errorsOf(document, located)),
    '</div>',
    '</div>',
    ...section('Try it', `<TryIt operation="${operation.operationId}" />`),
    ...section('Not documented by the vendor', gapList(gapsOf([...open].sort(), decisions))),
    `Section ${operation['x-source'] ?? '4'} of the interface specification describes this operation.`,
  ].join('\n\n');
}
