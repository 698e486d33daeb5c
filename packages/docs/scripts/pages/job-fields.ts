import { mkdirSync, writeFileSync } from 'node:fs';
import type { Documents, Schema } from './documents.ts';
import { root, writePage } from './page.ts';

export interface JobField {
  readonly name: string;
  readonly wire: string;
  readonly type: string;
  readonly default: string;
  readonly values: readonly string[];
  readonly required: boolean;
  readonly meaning: string;
}

/** Writes the rows of the searchable table of job fields as data, and the page around it. */
export function writeJobFields({ odata }: Documents): void {
  const job = odata.components['schemas']?.['Job'] as Schema;
  const fields = Object.entries(job.properties ?? {}).map(
    ([name, field]): JobField => ({
      name,
      wire: field.format === undefined ? (field.type ?? '') : `${field.type} (${field.format})`,
      type: typeOf(field),
      default: field.default === undefined ? '' : String(field.default),
      values: field.enum ?? [],
      required: job.required?.includes(name) ?? false,
      meaning: [field.description ?? '', ...handlingOf(field)].join(' '),
    }),
  );
  const folder = new URL('packages/docs/src/generated/', root);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('job-fields.json', folder), JSON.stringify(fields, null, 2));
  writePage('reference/job-fields.mdx', {
    title: 'Job fields',
    description: `All ${fields.length} fields of a job, with the type on the wire, the decoded type, the default and the meaning.`,
    body: [
      `import JobFields from '../../../components/JobFields.astro';`,
      'The names are the names on the wire. `$select` can omit any field, so every field except the key is optional in the type. If the service omits a field, it is absent from the record: the default is the value that the service assumes, and the client never fills it in.',
      '<JobFields />',
    ].join('\n\n'),
  });
}

function typeOf(field: Schema): string {
  if (field['x-decode'] === 'boolean' || field.type === 'boolean') return 'boolean';
  if (field['x-decode'] === 'integer') return 'number';
  if (field.format === 'int64') return 'bigint';
  return field.type ?? 'unknown';
}

/** What our tools do with the value, in sentences. */
function handlingOf(field: Schema): readonly string[] {
  return [
    ...(field['x-secret'] ? ['It may hold a password: no tool shows it, and a snapshot has only its hash.'] : []),
    ...(field['x-shown'] === false ? ['The MCP server does not show it.'] : []),
    ...(field['x-volatile'] === true ? ['It changes without an edit, so a snapshot leaves it out.'] : []),
    ...(field['x-volatile'] === 'environment' ? ['It is compared only within one environment.'] : []),
  ];
}
