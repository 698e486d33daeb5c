import type { Schema } from './model.ts';
import type { OperationEntry } from './operations.ts';
import { HEADER, Name, camelCase, printDoc, printKey, printString, printValue } from './print.ts';
import { schemaName } from './schemas.ts';

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

/** The fields of a record by what decoding has to do for them. */
type Lists = Readonly<Record<'booleanStrings' | 'whole' | 'integers' | 'booleans', readonly string[]>>;

/** The function of a table that hands each value to its decoder, but for `'true'` and `'false'` as they mostly come, or nothing where there is nothing to decode. */
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
