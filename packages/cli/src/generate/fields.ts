import { printSelect } from '@syncline/odata';
import { fieldsOf, recordHeldBy, typesOf, type NamedSchemas } from './decodable.ts';
import type { Schema } from './model.ts';
import type { Names } from './names.ts';
import type { OperationEntry } from './operations.ts';
import { HEADER, printKey, printValue, printDoc, printString } from './print.ts';

/** Prints everything that the description says about each field of each record, and how programs handle the values. */
export function printFields(named: NamedSchemas): string {
  const records = [...named].map(([name, schema]) => {
    const fields = Object.entries(fieldsOf(schema, named)).map(
      ([field, value]) =>
        `    ${printKey(field)}: ${printValue(fieldOf(value, schema.required?.includes(field) ?? false, named), 0)},\n`,
    );
    return `  ${printKey(name)}: {\n${fields.join('')}  },\n`;
  });
  const handled = [...named].flatMap(([name, schema]): [string, object][] => {
    const all = Object.entries(fieldsOf(schema, named));
    const lists = Object.entries(HANDLING).map(([list, isIn]) => [
      list,
      all.flatMap(([field, value]) => (isIn(value) ? [field] : [])),
    ]);
    return lists.some(([, list = []]) => list.length > 0) ? [[name, Object.fromEntries(lists) as object]] : [];
  });
  return `${HEADER}
/** Everything that the description says about each field of each record. The clients need only the decode tables. */
export const fields = {
${records.join('')}} as const;

/** How programs handle the values of fields, by record; records of which the description says nothing are left out. */
export const handling = ${printValue(Object.fromEntries(handled), 2)} as const;
`;
}

/** The lists of the fields of a record, each with the condition for a field to be in it. */
const HANDLING: Readonly<Record<string, (field: Schema) => boolean>> = {
  shown: (field) => field['x-shown'] === true,
  secret: (field) => field['x-secret'] === true,
  volatile: (field) => field['x-volatile'] === true,
  perEnvironment: (field) => field['x-volatile'] === 'environment',
  connections: (field) => field['x-connection'] === true,
};

function fieldOf(field: Schema, required: boolean, named: NamedSchemas): object {
  return {
    type: field.$ref === undefined ? (typesOf(field)[0] ?? null) : 'object',
    format: field.format ?? null,
    decode: field['x-decode'] ?? null,
    edm: edmType(field),
    record: recordHeldBy(field, named) ?? null,
    required,
    default: field.default ?? null,
    enum: field.enum ?? null,
    source: field['x-source'] ?? null,
    openQuestion: [field['x-open-question'] ?? []].flat()[0] ?? null,
  };
}

/**
 * The EDM type of a field on the wire, or null if it is not a scalar. A boolean that is sent as a string is an
 * Edm.String.
 */
export function edmType(field: Schema): string | null {
  if (field['x-edm'] !== undefined) return field['x-edm'];
  switch (typesOf(field)[0]) {
    case 'string':
      return field.format === 'date-time' ? 'Edm.DateTimeOffset' : 'Edm.String';
    case 'integer':
      return field.format === 'int32' ? 'Edm.Int32' : 'Edm.Int64';
    case 'number':
      return 'Edm.Double';
    case 'boolean':
      return 'Edm.Boolean';
    default:
      return null;
  }
}

const QUERY_OPTIONS = new Set(['$filter', '$select', '$orderby']);

/** The records whose properties the OData query options of an operation may name. */
export function queriedRecords(operations: readonly OperationEntry[]): readonly string[] {
  return [
    ...new Set(operations.flatMap((operation) => (isQueried(operation) ? (operation.response.record ?? []) : []))),
  ];
}

/** Whether an operation takes an OData query option that names properties. */
export function isQueried({ queryParameters }: OperationEntry): boolean {
  return queryParameters.some((name) => QUERY_OPTIONS.has(name));
}

/** Prints the properties that the OData query options of an operation may name, each with its EDM type. */
export function printProperties(named: NamedSchemas, operations: readonly OperationEntry[], names: Names): string {
  const parts = queriedRecords(operations).map((record) => {
    const lines = Object.entries(fieldsOf(named.get(record) ?? {}, named)).flatMap(([name, field]) => {
      const type = isNameable(name) ? edmType(field) : null;
      return type === null ? [] : [`  ${printKey(name)}: ${printString(type)};\n`];
    });
    return `${printDoc(`The properties of ${record} that a query option may name, each with its EDM type on the wire.`)}export interface ${names.properties(record)} {\n${lines.join('')}}\n`;
  });
  return `${HEADER}\n${parts.length > 0 ? parts.join('\n') : 'export {};\n'}`;
}

/** Whether a query option can name a property: OData has no way to write a name with a space, for example. */
function isNameable(name: string): boolean {
  try {
    return printSelect([name]) === name;
  } catch {
    return false;
  }
}
