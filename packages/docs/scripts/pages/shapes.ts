import { refName, resolve, type OpenApiDocument, type Schema } from './documents.ts';
import { code } from './page.ts';

export const recordAddress = '/reference/records/';

/** Where a record is described on the site. */
export function recordLink(name: string): string {
  return name === 'Job'
    ? `[${code('Job')}](/reference/job-fields/)`
    : `[${code(name)}](${recordAddress}#${name.toLowerCase()})`;
}

/** A schema in a few words, with links to its records. */
export function shapeOf(document: OpenApiDocument, schema: Schema): string {
  const name = refName(schema);
  if (name !== undefined) {
    const target = resolve(document, schema);
    return target.properties === undefined && target.anyOf === undefined ? shapeOf(document, target) : recordLink(name);
  }
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return alternatives.map((alternative) => shapeOf(document, alternative)).join(' or ');
  if (schema.type === 'array' && schema.items !== undefined) return `array of ${shapeOf(document, schema.items)}`;
  if (schema.type === 'object' && schema.properties !== undefined)
    return `object with ${Object.entries(schema.properties)
      .map(([key, field]) => `${code(key)}: ${shapeOf(document, field)}`)
      .join(', ')}`;
  const type = schema.type ?? 'not documented';
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}
