import { badges, type Decision } from '../decisions.ts';
import { refName, resolve, type LocatedOperation, type OpenApiDocument, type Schema } from '../documents.ts';
import { code, prose } from '../page.ts';
import { decodedType } from '../records.ts';
import { recordLink, shapeOf } from '../shapes.ts';

/** One entry of a list of fields. Texts are Markdown. */
interface Entry {
  readonly name: string;
  /** The address of the entry in its page. Undefined if the name is not documented. */
  readonly id?: string | undefined;
  /** What kind of value it is. */
  readonly kind: string;
  readonly isRequired?: boolean | undefined;
  readonly meaning: string;
  readonly example?: unknown;
}

function entry({ name, id, kind, isRequired = false, meaning, example }: Entry): string {
  const label = id === undefined ? name : `<a class="field-name" id="${id}" href="#${id}">${name}</a>`;
  const required = isRequired ? `${kind === '' ? '' : ', '}<span class="required">required</span>` : '';
  const shown = example === undefined ? '' : ` <span class="example">For example ${code(String(example))}.</span>`;
  return `- ${label} <span class="kind">${kind}${required}</span> <span class="meaning">${meaning}</span>${shown}`;
}

const idOf = (group: 'parameter' | 'body' | 'field', name: string) => `${group}-${name.replace(/[^\w-]/g, '')}`;

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
    const { name, in: place, required, description, example, schema } = resolve(document, parameter);
    return entry({
      name: code(name),
      id: idOf('parameter', name),
      kind: `${schema?.type === undefined ? '' : `${schema.type} `}in ${place}`,
      isRequired: required,
      meaning: prose(description ?? ''),
      example,
    });
  });
  const unnamed = (operation['x-open-parameters'] ?? []).map((open) =>
    entry({
      name: `*${open.role}*`,
      kind: `in ${open.in}, name not documented`,
      meaning: `${prose(open.description)} ${badges([open['x-open-question']], decisions)}`,
    }),
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
        entry({
          name: code(name),
          id: idOf('body', name),
          kind: `${field.type ?? ''}`,
          isRequired: required.includes(name),
          meaning: prose(field.description ?? ''),
        }),
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
      const intro = `<span class="status">${code(status)}</span>: ${prose(description)}`;
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
          entry({
            name: code(field),
            id: idOf('field', field),
            kind: kindOf(document, value),
            meaning: prose(resolve(document, value).description ?? ''),
          }),
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
