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
  const reading = [
    ['Parameters', parameters(document, located, decisions)],
    ['Body', fields],
    ['Returns', returns(document, located, made.responses[0]?.body)],
    ['Errors', errorsOf(document, located)],
    ['Authentication', authentication(document, located)],
  ] as const;
  const below = [
    ['Try it', `<TryIt operation="${operation.operationId}" />`],
    ['Not documented by the vendor', gapList(gapsOf([...open].sort(), decisions))],
  ] as const;
  return [
    `import { TabItem, Tabs } from '@astrojs/starlight/components';`,
    `import TryIt from '../../../../components/TryIt.astro';`,
    '<div class="operation-page">',
    `<p class="operation not-content"><span class="method">${method}</span> <code>{${JSON.stringify(`${server}${path}`)}}</code> <span class="operation-id">${operation.operationId}</span></p>`,
    sectionLinks([...reading, ...below]),
    '<div class="samples">',
    samples(located, call, argumentsIn(document, located), made),
    '</div>',
    '<div class="reading">',
    ...reading.flatMap(section),
    '</div>',
    '</div>',
    ...below.flatMap(section),
    `Section ${operation['x-source'] ?? '4'} of the interface specification describes this operation.`,
  ].join('\n\n');
}

type Section = readonly [title: string, text: string | undefined];

const section = ([title, text]: Section) => (text === undefined ? [] : [`## ${title}`, text]);

/** Links to the sections of the page, which has no table of contents. They fit into one line. */
function sectionLinks(sections: readonly Section[]): string {
  const links = sections.flatMap(([title, text]) =>
    text === undefined
      ? []
      : [`<a href="#${title.toLowerCase().replaceAll(' ', '-')}">${title.replace(' by the vendor', '')}</a>`],
  );
  return `<nav class="sections not-content" aria-label="On this page">${links.join(' ')}</nav>`;
}
