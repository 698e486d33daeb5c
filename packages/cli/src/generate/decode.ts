import { fieldsOf, follow, recordHeldBy, typesOf, type NamedSchemas } from './decodable.ts';
import type { Description, Schema } from './model.ts';
import type { Names } from './names.ts';
import type { OperationEntry } from './operations.ts';
import { Getter, HEADER, Name, camelCase, printDoc, printString, printValue } from './print.ts';
import { recordsOf } from './tables.ts';

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
 * One const for each record that an operation returns, and for each record inside those that has something to decode;
 * and one for each document, with all of its records.
 */
export function printDecode(
  descriptions: readonly Description[],
  named: NamedSchemas,
  operations: readonly OperationEntry[],
  names: Names,
): string {
  const tables = new Map<string, string>();
  const isBusy = createIsBusy(named);
  /** Adds the tables of a record, inner records first. A loop, because a chain of records may overflow the stack. */
  const addTables = (root: string): void => {
    const begin = (record: string) => ({ record, rest: [...innerRecords(record, named)], nested: {} as Nested });
    /** The records whose inner records are being added, outermost first. */
    const open = [begin(root)];
    const outer = new Set([root]);
    for (let current = open[0]; current !== undefined; current = open.at(-1)) {
      const { record, rest, nested } = current;
      const [name, inner] = rest.shift() ?? [];
      if (name === undefined || inner === undefined) {
        const lists = listsOf(record, named);
        tables.set(
          record,
          `${printDoc(`How to decode ${record}.`)}export const ${names.table(record)} = ${printValue({ record, ...lists, nested, ...printEachField(lists) })} as const satisfies DecodeTable;\n`,
        );
        open.pop();
        outer.delete(record);
      } else if (isBusy(inner)) {
        // The table of a record that contains itself is not complete yet, so a getter refers to it.
        nested[name] = new (outer.has(inner) ? Getter : Name)(names.table(inner));
        if (tables.has(inner) || outer.has(inner)) continue;
        open.push(begin(inner));
        outer.add(inner);
      }
    }
  };
  for (const { response } of operations) {
    if (response.record !== null && !tables.has(response.record)) addTables(response.record);
  }
  const documents = descriptions.map(({ name }) => printDocument(name, operations, names));
  return `${HEADER}\n${TABLE_TYPE}\n${[...tables.values(), ...documents].join('\n')}`;
}

/** The decode tables of a document, by record. Operations with their own server are left out. */
function printDocument(name: string, operations: readonly OperationEntry[], names: Names): string {
  const inInterface = operations.filter((operation) => operation.interface === name && operation.server === 'base');
  const tables = Object.fromEntries(recordsOf(inInterface).map((record) => [record, new Name(names.table(record))]));
  return `${printDoc(`How to decode the records of the ${name} document.`)}export const ${camelCase(name)}Decode: Readonly<Record<string, DecodeTable>> = ${printValue(tables)};\n`;
}

function listsOf(record: string, named: NamedSchemas) {
  const fields = Object.entries(fieldsOf(named.get(record) ?? {}, named)).map(
    ([name, field]) => [name, follow(field, named)] as const,
  );
  const where = (test: (field: Schema) => boolean): string[] =>
    fields.filter(([, field]) => test(field)).map(([name]) => name);
  const is = (field: Schema, type: string): boolean => typesOf(field).join() === type;
  return {
    booleanStrings: where((field) => field['x-decode'] === 'boolean'),
    whole: where((field) => field['x-decode'] === 'integer'),
    integers: where((field) => is(field, 'integer') && field.format !== 'int64'),
    booleans: where((field) => is(field, 'boolean')),
    int64: where((field) => is(field, 'integer') && field.format === 'int64'),
  };
}

/** The named records inside a record, by field. */
function innerRecords(record: string, named: NamedSchemas): readonly (readonly [field: string, record: string])[] {
  return Object.entries(fieldsOf(named.get(record) ?? {}, named)).flatMap(([name, field]) => {
    const inner = recordHeldBy(field, named);
    return inner === undefined ? [] : [[name, inner] as const];
  });
}

/** Finds out whether a record, or one inside it, has something to decode. */
export function createIsBusy(named: NamedSchemas): (record: string) => boolean {
  const known = new Map<string, boolean>();
  return (root) => {
    const before = known.get(root);
    if (before !== undefined) return before;
    const seen = new Set([root]);
    let isBusy = false;
    for (const record of seen) {
      isBusy = known.get(record) === true || Object.values(listsOf(record, named)).some((list) => list.length > 0);
      if (isBusy) break;
      for (const [, inner] of innerRecords(record, named)) seen.add(inner);
    }
    known.set(root, isBusy);
    return isBusy;
  };
}

/** The tables of the records inside one, by field. */
type Nested = Record<string, Name>;

/** The fields of a record, by how they are decoded. */
type Lists = Readonly<Record<'booleanStrings' | 'whole' | 'integers' | 'booleans', readonly string[]>>;

/**
 * The function `each` of a table, or nothing when there is nothing to decode. It decodes the usual values `'true'` and
 * `'false'` itself, and passes every other value to the decoder.
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
  // Compilers of consumers may refuse `r.field` (noPropertyAccessFromIndexSignature).
  const target = `r[${printString(field)}]`;
  return `if ((v = ${target}) !== undefined) ${target} = ${decoded};`;
}
