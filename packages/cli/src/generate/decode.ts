import type { Schema } from './model.ts';
import type { OperationEntry } from './operations.ts';
import { HEADER, Name, camelCase, printDoc, printKey, printString, printValue } from './print.ts';
import { schemaName } from './schemas.ts';

const TABLE_TYPE = `/** How to decode a record. A field that is in none of the lists is returned unchanged. */
export interface DecodeTable {
  readonly record: string;
  /** Strings that hold a boolean: "true" or "false". */
  readonly booleanStrings: readonly string[];
  /** Strings that hold a whole number. */
  readonly whole: readonly string[];
  /** JSON integers. */
  readonly integers: readonly string[];
  /** JSON booleans. */
  readonly booleans: readonly string[];
  /** JSON integers of 64 bits, which become a bigint. */
  readonly int64: readonly string[];
  /** Records, or arrays of them, inside this one. */
  readonly nested: Readonly<Record<string, DecodeTable>>;
  /**
   * Decodes the fields in place: \`flag\` decodes booleanStrings and booleans, \`number\` decodes whole and integers.
   * Every field is written out by name, because engines are far slower when the name is a variable.
   */
  readonly each?: (record: Record<string, unknown>, flag: (value: unknown) => unknown, number: (value: unknown) => unknown) => void;
}
`;

/**
 * One const for each record that an operation returns, and for each record inside those that has something to decode.
 */
export function printDecode(named: ReadonlyMap<string, Schema>, operations: readonly OperationEntry[]): string {
  const tables = new Map<string, string>();
  for (const { response } of operations) {
    if (response.record !== null && !tables.has(response.record)) addTable(response.record, named, tables, []);
  }
  return `${HEADER}\n${TABLE_TYPE}\n${[...tables.values()].join('\n')}`;
}

/** Adds the tables of a record, inner records first. Returns whether there is anything to decode. */
function addTable(
  record: string,
  named: ReadonlyMap<string, Schema>,
  tables: Map<string, string>,
  outer: readonly string[],
): boolean {
  const properties = Object.entries(named.get(record)?.properties ?? {});
  const where = (test: (field: Schema) => boolean): string[] =>
    properties.filter(([, field]) => test(field)).map(([name]) => name);
  const lists = {
    booleanStrings: where((field) => field['x-decode'] === 'boolean'),
    whole: where((field) => field['x-decode'] === 'integer'),
    integers: where((field) => field.type === 'integer' && field.format !== 'int64'),
    booleans: where((field) => field.type === 'boolean'),
    int64: where((field) => field.type === 'integer' && field.format === 'int64'),
  };
  const nested: Record<string, Name> = {};
  for (const [name, field] of properties) {
    const inner = schemaName(field.$ref ?? field.items?.$ref);
    if (inner === undefined || inner === record || outer.includes(inner)) continue;
    if (tables.has(inner) || addTable(inner, named, tables, [...outer, record]))
      nested[name] = new Name(tableName(inner));
  }
  const busy = Object.values(lists).some((list) => list.length > 0) || Object.keys(nested).length > 0;
  if (busy || outer.length === 0) {
    tables.set(
      record,
      `${printDoc(`How to decode ${record}.`)}export const ${tableName(record)} = ${printValue({ record, ...lists, nested, ...printEachField(lists) })} as const satisfies DecodeTable;\n`,
    );
  }
  return busy;
}

/** The name of the const of a record. */
export function tableName(record: string): string {
  return `${camelCase(record)}Decode`;
}

/** The fields of a record, by how they are decoded. */
type Lists = Readonly<Record<'booleanStrings' | 'whole' | 'integers' | 'booleans', readonly string[]>>;

/**
 * The function `each` of a table, or nothing when there is nothing to decode. It decodes `'true'` and `'false'`, the
 * usual values, itself and passes every other value to the decoder.
 */
function printEachField({ booleanStrings, whole, integers, booleans }: Lists): { readonly each?: Name } {
  const flags = [...booleanStrings, ...booleans].map((field) =>
    step(field, "v === 'true' || (v !== 'false' && flag(v))"),
  );
  const numbers = [...whole, ...integers].map((field) => step(field, 'number(v)'));
  const steps = [...flags, ...numbers];
  if (steps.length === 0) return {};
  const parameters = ['r', flags.length > 0 ? 'flag' : '_flag', ...(numbers.length > 0 ? ['number'] : [])];
  return {
    each: new Name(
      `(${parameters.join(', ')}) => {\n    let v: unknown;\n${steps.map((line) => `    ${line}\n`).join('')}  }`,
    ),
  };
}

function step(field: string, decoded: string): string {
  const place = printKey(field) === field ? `r.${field}` : `r[${printString(field)}]`;
  return `if ((v = ${place}) !== undefined) ${place} = ${decoded};`;
}
