import { badges, type Decision } from './decisions.ts';
import { interfaces, list, type Documents, type OpenApiDocument, type Schema } from './documents.ts';
import { code, prose, table, writePage } from './page.ts';
import { shapeOf } from './shapes.ts';

const decoded: Readonly<Record<string, string>> = { boolean: 'boolean', integer: 'number' };

/** The type of a field after decoding. */
export function decodedType(document: OpenApiDocument, field: Schema): string {
  if (field['x-decode'] !== undefined) return code(decoded[field['x-decode']] ?? field['x-decode']);
  if (field.format === 'int64') return code('bigint');
  if (field.type === 'integer') return code('number');
  if (field.$ref !== undefined || field.type === 'array') return shapeOf(document, field);
  return code(field.type ?? 'unknown');
}

/** Writes the page of every record except Job, which has its own page. */
export function writeRecords(documents: Documents, decisions: ReadonlyMap<string, Decision>): void {
  const seen = new Set<string>(['Job']);
  const sections: string[] = [];
  for (const name of interfaces) {
    const document = documents[name];
    for (const [record, schema] of Object.entries(document.components['schemas'] ?? {}) as [string, Schema][]) {
      if (seen.has(record) || schema.properties === undefined) continue;
      seen.add(record);
      sections.push(section(document, record, schema, decisions));
    }
  }
  writePage('reference/records.mdx', {
    title: 'Records',
    description:
      'Every record of the three interfaces, with the type of each field on the wire and after decoding. Job has its own page.',
    body: sections.join('\n\n'),
  });
}

function section(
  document: OpenApiDocument,
  name: string,
  schema: Schema,
  decisions: ReadonlyMap<string, Decision>,
): string {
  const required = new Set(schema.required ?? []);
  const open = list(schema['x-open-question']);
  const rows = Object.entries(schema.properties ?? {}).map(([field, value]) => [
    code(field),
    shapeOf(document, value),
    decodedType(document, value),
    `${required.has(field) ? 'Required. ' : ''}${prose(value.description ?? '')}`,
  ]);
  return [
    `## ${name}`,
    prose(schema.description ?? ''),
    open.length === 0
      ? ''
      : `<p class="open-questions not-content"><strong>Not documented by the vendor:</strong> ${badges(open, decisions)}</p>`,
    table(['Field', 'On the wire', 'Decoded', 'Meaning'], rows),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
