import { readFileSync } from 'node:fs';
import { code, prose, root, table, writePage } from './page.ts';

/** What the page reads of a JSON Schema. */
interface Schema {
  readonly description?: string;
  readonly title?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const example = `environments:
  production:
    odata:
      url: https://sync.example.com/app
      credential: { apiKeyHeader: { name: x-acme-authtoken, value: { env: SYNC_KEY } } }
    v2:
      url: https://sync.example.com
      credential: { basic: { username: { env: SYNC_USER }, password: { file: /run/secrets/sync } } }
outcomes: { succeeded: [SUCCESS], failed: [FAILED], cancelled: [CANCELLED], running: [RUNNING] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, timeZone: UTC }
freshness: [{ jobs: 'Orders*', warnAfter: 2h, errorAfter: 6h }]
lint: { rules: { 'auto-truncate-strings': 'off' } }
store: { sqlite: ./runs.db }`;

/** Writes the reference of `syncline.yaml` from its JSON Schema. */
export function writeConfiguration(): void {
  const schema = JSON.parse(readFileSync(new URL('packages/ops/syncline.schema.json', root), 'utf8')) as Schema;
  const { properties = {} } = schema;
  writePage('reference/configuration.md', {
    title: 'syncline.yaml',
    description: 'Every entry of `syncline.yaml`, the configuration of the commands. Generated from its JSON Schema.',
    body: [
      '`syncline.yaml` contains the addresses of your service, the meaning of its status words, and the names of the properties of its history. It never contains a secret: a credential is a **reference**, which is one of `{ env: NAME }`, `{ file: PATH }` and `{ command: [PROGRAM, …] }`. A command runs without a shell and prints the secret within 10 seconds.',
      `\`\`\`yaml title="syncline.yaml"\n${example}\n\`\`\``,
      '`syncline config check` explains every problem with its line and column. Editors can check the file and complete names if its first line is `# yaml-language-server: $schema=node_modules/@syncline/ops/syncline.schema.json`.',
      '`SYNCLINE_CONFIG` names another file, and `SYNCLINE_ENVIRONMENT` selects an environment. [Environment variables](/environment/) override the addresses and credentials in the file.',
      ...Object.entries(properties).map(([name, entry]) => section(name, entry)),
    ].join('\n\n'),
  });
}

function section(name: string, schema: Schema): string {
  const rows = rowsOf(schema, schema.type === 'array' ? '[].' : '');
  return [`## ${name}`, `${sentence(schema)}`, table(['Entry', 'Value', 'What it is'], rows)].join('\n\n');
}

/** One row for each value below a schema, with its path. A reference is one value. */
function rowsOf(schema: Schema, prefix: string): string[][] {
  const { properties = {}, patternProperties = {}, items, required = [] } = schema;
  const members = [
    ...Object.entries(properties),
    ...Object.values(patternProperties).map((member): [string, Schema] => ['NAME', member]),
  ];
  if (members.length === 0) return items?.properties === undefined ? [] : rowsOf(items, prefix);
  return members.flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    const isReference = (member.items ?? member).title === 'reference';
    const below = isReference ? [] : rowsOf(member, `${path}${member.type === 'array' ? '[].' : '.'}`);
    const text = sentence(member) + defaultOf(member) + (required.includes(name) ? ' Required.' : '');
    return [[code(path), typeOf(member), prose(text.trim())], ...below];
  });
}

function typeOf({ title, type, anyOf, const: only, items }: Schema): string {
  if (title === 'reference') return 'reference';
  if (only !== undefined) return code(String(only));
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ');
  if (type === 'array' && items !== undefined) return `list of ${typeOf(items)}${items.anyOf === undefined ? 's' : ''}`;
  if (type === 'object') return 'mapping';
  return type === 'string' ? 'text' : (type ?? '');
}

function sentence({ description = '' }: Schema): string {
  return description === '' || description.endsWith('.') ? description : `${description}.`;
}

function defaultOf({ default: standard }: Schema): string {
  if (standard === undefined) return '';
  return ` The default is ${Array.isArray(standard) ? standard.map(code).join(', ') : code(String(standard))}.`;
}
