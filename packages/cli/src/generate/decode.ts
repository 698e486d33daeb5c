import type { Schema } from './model.ts';
import type { OperationEntry } from './operations.ts';
import { HEADER, Name, camelCase, printDoc, printValue } from './print.ts';
import { schemaName } from './schemas.ts';
import { printEachField } from './each-field.ts';

const TABLE_TYPE = `/** What decoding has to do for a record; a field in none of the lists is handed on as it came. */
export interface DecodeTable {
  readonly record: string;
  /** Strings that mean true or false. */
  readonly booleanStrings: readonly string[];
  /** Strings that hold a whole number. */
  readonly whole: readonly string[];
  /** JSON integers. */
  readonly integers: readonly string[];
  /** JSON booleans. */
  readonly booleans: readonly string[];
  /** JSON integers of 64 bits. */
  readonly int64: readonly string[];
  /** Records, or arrays of them, inside this one. */
  readonly nested: Readonly<Record<string, DecodeTable>>;
  /**
   * Puts what flag makes of the values of booleanStrings and booleans in their place, and what number makes of those of whole and
   * integers. The fields stand here by name because engines are far slower by a variable.
   */
  readonly each?: (record: Record<string, unknown>, flag: (value: unknown) => unknown, number: (value: unknown) => unknown) => void;
}
`;

/** One const a record that an operation answers, and one for each record inside those that has anything to decode. */
export function printDecode(named: ReadonlyMap<string, Schema>, operations: readonly OperationEntry[]): string {
  const tables = new Map<string, string>();
  for (const { response } of operations) {
    if (response.record !== null && !tables.has(response.record)) addTable(response.record, named, tables, []);
  }
  return `${HEADER}\n${TABLE_TYPE}\n${[...tables.values()].join('\n')}`;
}

/** Adds the tables of a record, those inside it first; answers whether there is anything to decode. */
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

/** The name of a record's const. */
export function tableName(record: string): string {
  return `${camelCase(record)}Decode`;
}
