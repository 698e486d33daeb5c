import { badges, type Decision } from '../decisions.ts';
import { refName, resolve, type LocatedOperation, type OpenApiDocument, type Schema } from '../documents.ts';
import { code, prose } from '../page.ts';
import { decodedType } from '../records.ts';
import { recordLink, shapeOf } from '../shapes.ts';

/** One entry of a list of fields: its name, what kind of value it is, and what it means. */
function entry(name: string, kind: string, meaning: string): string {
  return `- ${name} <span class="kind">${kind}</span> <span class="meaning">${meaning}</span>`;
}

function inList(entries: readonly string[]): string {
  return entries.length === 0 ? 'None.' : `<div class="field-list">\n\n${entries.join('\n')}\n\n</div>`;
}

/** The parameters of the path and the query, and those whose names are not documented. */
export function parameters(
  document: OpenApiDocument,
  { operation }: LocatedOperation,
  decisions: ReadonlyMap<string, Decision>,
): string {
  const named = (operation.parameters ?? []).map((parameter) => {
    const { name, in: place, required, description, example } = resolve(document, parameter);
    const shown = example === undefined ? '' : ` For example ${code(String(example))}.`;
    return entry(code(name), `${place}${required === true ? ', required' : ''}`, prose(description ?? '') + shown);
  });
  const unnamed = (operation['x-open-parameters'] ?? []).map((open) =>
    entry(
      `*${open.role}*`,
      `${open.in}, name not documented`,
      `${prose(open.description)} ${badges([open['x-open-question']], decisions)}`,
    ),
  );
  return inList([...named, ...unnamed]);
}

/** The fields of the request body, or undefined without one. */
export function bodyFields(document: OpenApiDocument, { operation }: LocatedOperation): string | undefined {
  if (operation.requestBody === undefined) return undefined;
  const { content = {} } = resolve(document, operation.requestBody);
  return Object.entries(content)
    .map(([type, { schema }]) => {
      const { properties = {}, required = [] } = resolve(document, schema);
      const fields = Object.entries(properties).map(([name, field]) =>
        entry(
          code(name),
          `${field.type ?? ''}${required.includes(name) ? ', required' : ''}`,
          prose(field.description ?? ''),
        ),
      );
      return `Sent as ${code(type)}.\n\n${inList(fields)}`;
    })
    .join('\n\n');
}

/** What the operation returns, with the fields of its record. */
export function returns(document: OpenApiDocument, { operation }: LocatedOperation, example: unknown): string {
  const success = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  return success
    .map(([status, given]) => {
      const { content = {}, description } = resolve(document, given);
      const [schema] = Object.values(content).map((media) => media.schema);
      const record = schema && recordOf(schema);
      const intro = `${code(status)}: ${prose(description)}`;
      if (schema === undefined || record === undefined) return intro;
      const target = resolve(document, record);
      const fields = Object.entries(target.properties ?? {});
      const [first] = [example].flat() as Record<string, unknown>[];
      // A job has sixty fields, and a page of its own: the example's fields show what they look like.
      const shown = fields.length > 20 ? fields.filter(([name]) => name in (first ?? {})) : fields;
      const name = refName(record) ?? '';
      const rest =
        shown.length === fields.length
          ? ''
          : `\n\nThese are the fields of the example. ${recordLink(name)} has all ${fields.length} fields.`;
      const kind =
        schema.type === undefined && schema.$ref === undefined ? recordLink(name) : shapeOf(document, schema);
      return `${intro} The fields of ${schema.$ref === undefined ? 'each' : 'the'} ${kind.includes('array') ? recordLink(name) : kind}:\n\n${inList(
        shown.map(([field, value]) =>
          entry(code(field), kindOf(document, value), prose(resolve(document, value).description ?? '')),
        ),
      )}${rest}`;
    })
    .join('\n\n');
}

/** The schema of the records of a response: itself, its items, or the first alternative's. */
function recordOf(schema: Schema): Schema | undefined {
  if (schema.$ref !== undefined) return schema;
  if (schema.items !== undefined) return recordOf(schema.items);
  return (schema.anyOf ?? schema.oneOf ?? []).map((one) => recordOf(one)).find((one) => one !== undefined);
}

/** The decoded type of a field, and how it is sent if that differs. */
function kindOf(document: OpenApiDocument, field: Schema): string {
  const wire = shapeOf(document, field);
  const decoded = decodedType(document, field);
  const [, decodedName = decoded] = /^`(.*)`$/.exec(decoded) ?? [];
  if (wire.startsWith(decodedName) || decodedName === 'number')
    return field['x-decode'] ? `${decodedName} from ${wire}` : wire;
  return `${decodedName} from ${wire}`;
}
