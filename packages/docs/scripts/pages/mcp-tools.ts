import { readFileSync } from 'node:fs';
import { code, prose, root, table, writePage } from './page.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}
interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly outputSchema: Schema;
}

/** Writes the reference of the tools of the MCP server, from the file that holds their surface. */
export function writeMcpTools(): void {
  const text = readFileSync(new URL('packages/mcp/tool-surface.json', root), 'utf8');
  const tools = JSON.parse(text) as readonly Tool[];
  writePage('reference/mcp-tools.md', {
    title: 'MCP tools',
    description: `The ${tools.length} tools of the MCP server, with their arguments and results, as the assistant sees them.`,
    body: [
      `[Connecting an AI assistant](/guides/assistants/) explains how to connect the server and how to limit what it shows. All tools only read. An assistant gets exactly the descriptions below, in ${Buffer.byteLength(JSON.stringify(tools)).toLocaleString('en')} bytes with the schemas.`,
      'Times are RFC 3339, or count back from now, such as `24h` or `7d`. A name of a job may contain `*`, except in `get_job`. Pass the `next_cursor` of the previous response as `cursor`. Text from the service is inside `untrusted`.',
      table(
        ['Tool', 'What it answers'],
        tools.map(({ name, description }) => [`[${code(name)}](#${name})`, firstSentence(description)]),
      ),
      ...tools.map(section),
    ].join('\n\n'),
  });
}

function section({ name, description, inputSchema, outputSchema }: Tool): string {
  const rows = (schema: Schema) =>
    Object.entries(schema.properties ?? {}).map(([each, its]) => [
      code(each),
      typeOf(its),
      (schema.required ?? []).includes(each) ? 'always' : '',
    ]);
  const input = rows(inputSchema).map(([argument = '', type = '', needed = '']) => [
    argument,
    type,
    needed === '' ? 'optional' : 'required',
  ]);
  return [
    `## ${name}`,
    prose(description),
    table(['Argument', 'Type', 'Presence'], input),
    table(['Answer', 'Type', 'Presence'], rows(outputSchema)),
  ].join('\n\n');
}

function typeOf({ type, enum: values, items, properties }: Schema): string {
  if (values !== undefined) return values.map(code).join(', ');
  if (type === 'array' && items?.properties !== undefined)
    return `list of objects: ${Object.keys(items.properties).map(code).join(', ')}`;
  if (type === 'array' && items !== undefined) return `list: ${typeOf(items)}`;
  if (type === 'object' && properties !== undefined) return `object: ${Object.keys(properties).map(code).join(', ')}`;
  return type ?? 'any';
}

function firstSentence(text: string): string {
  return prose(/^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text);
}
