import { badges, type Decision } from './decisions.ts';
import { interfaces, operationsOf, type Documents } from './documents.ts';
import { code, kebab, prose, table, writePage } from './page.ts';

/** Writes the first page of the reference: every operation, every document and every open question. */
export function writeIndex(documents: Documents, decisions: ReadonlyMap<string, Decision>): void {
  const sections = interfaces.map((name) => {
    const document = documents[name];
    const rows = operationsOf(name, document).map(({ method, path, operation }) => [
      `[${prose(operation.summary)}](/reference/${name}/${kebab(operation.operationId)}/)`,
      code(`${method} ${path}`),
      code(operation.operationId),
    ]);
    return `## ${prose(document.info.title.replace(/^.*,\s*/, ''))}\n\n${prose(document.info.description)}\n\n${table(['Operation', 'Request', 'operationId'], rows)}`;
  });
  const count = interfaces.flatMap((name) => operationsOf(name, documents[name])).length;
  const downloads = interfaces.map((name) => [
    `[${name}.json](/openapi/${name}.json)`,
    code(documents[name].info.version),
    prose(documents[name].info.summary ?? ''),
  ]);
  writePage('reference/index.mdx', {
    title: 'The interface',
    label: 'Overview',
    description: `${count} operations in ${interfaces.length} interfaces. These pages and the types you compile against are generated from the same OpenAPI documents.`,
    body: [
      ...sections,
      '## Documents',
      'OpenAPI 3.1, bundled, as published in `@syncline/openapi`.',
      table(['Document', 'Version', 'What it describes'], downloads),
      '## What the specification leaves open',
      'Where the interface specification says “not shown”, Syncline does not guess: it names an option, or fails clearly when the answer is needed. Each has a decision record.',
      `<p class="open-questions not-content">${badges(
        [...decisions.keys()].filter((number) => Number(number) < 20),
        decisions,
      )}</p>`,
    ].join('\n\n'),
  });
}
