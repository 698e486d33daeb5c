import { interfaces, operationsOf, type Documents } from './documents.ts';
import { gapsAddress } from './gaps.ts';
import { code, kebab, prose, table, writePage } from './page.ts';

/** Writes the start page of the reference: every operation, every document, where what is not documented is listed. */
export function writeIndex(documents: Documents): void {
  const sections = interfaces.map((name) => {
    const document = documents[name];
    const rows = operationsOf(name, document).map(({ method, path, operation }) => [
      `[${prose(operation.summary)}](/reference/${name}/${kebab(operation.operationId)}/)`,
      code(`${method} ${path}`),
      code(operation.operationId),
    ]);
    const title = document.info.title.replace(/^.*,\s*/, '');
    // A heading begins with a capital, but “v2” is a name.
    const heading = title.replace(/^[a-z](?=[a-z])/, (letter) => letter.toUpperCase());
    return `## ${prose(heading)}\n\n${prose(document.info.description)}\n\n${table(['Operation', 'Request', 'operationId'], rows)}`;
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
    keywords: ['trigger', 'run a job', 'stop', 'create', 'update', 'change', 'delete a job', 'read only', 'endpoints'],
    body: [
      'No operation starts, stops, creates, changes or deletes a job. Every operation reads, except for [a query](/reference/cloud/run-query/), which may change data, and the request for an access token.',
      ...sections,
      '## Documents',
      'These are the bundled OpenAPI 3.1 documents that `@syncline/openapi` contains.',
      table(['Document', 'Version', 'What it describes'], downloads),
      '## What the vendor does not document',
      `Where the vendor does not document something, Syncline does not guess. It offers an option, and throws a clear error when the option is needed but not set. [One table](${gapsAddress}) lists each gap with your option, what the sandbox does, and how \`syncline doctor\` finds out.`,
    ].join('\n\n'),
  });
}
