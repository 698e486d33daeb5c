import { camelCase, identifier } from './print.ts';

/** Words that cannot name a const, a type or both, and names that the generated files use themselves. */
const RESERVED = new Set(
  (
    'arguments as await boolean bigint break case catch class const continue debugger default delete do else ' +
    'enum eval export extends false finally for function if implements import in infer instanceof interface intrinsic keyof let module ' +
    'never new null number object package private protected public readonly require return static string super switch ' +
    'symbol this throw true try typeof undefined unique unknown any var void while with yield ' +
    'Record Readonly Omit Extract Exclude Partial Required Pick Array Date Promise Object Function String Number Boolean ' +
    'Symbol BigInt globalThis NaN Infinity ' +
    'Tables TablesOperation Decoded Described DecodeTable OperationId SecuritySchemeId WireComponents ' +
    'operations securitySchemes fields handling paths components OperationDetails ParameterStyle BodyField'
  ).split(' '),
);

/** The identifiers of everything that the generated files declare. Each is valid, and no two are the same. */
export interface Names {
  /** The type of a record. */
  readonly record: (name: string) => string;
  /** The const that says how to decode a record. */
  readonly table: (name: string) => string;
  /** The type of the properties that a query option may name. */
  readonly properties: (name: string) => string;
  /** The const of an operation. */
  readonly operation: (id: string) => string;
  /** The const of a security scheme. */
  readonly scheme: (name: string) => string;
  /** The const of the token request of an OAuth security scheme. */
  readonly tokenPath: (name: string) => string;
  readonly tokenForm: (name: string) => string;
}

/** Everything that needs an identifier: all names in the descriptions. */
export interface Named {
  /** Names that the generated files declare for each document. */
  readonly taken: readonly string[];
  readonly records: readonly string[];
  readonly operations: readonly string[];
  readonly schemes: readonly string[];
}

/**
 * Gives everything an identifier. A reserved word gets `_` at its end, and a name that is already taken gets a number.
 * The index of the generated package exports all of them, so each must be unique.
 */
export function createNames({ taken, records, operations, schemes }: Named): Names {
  const used = new Set(taken);
  const allocate = (wanted: string): string => {
    const base = wanted === '' ? '_' : RESERVED.has(wanted) ? `${wanted}_` : wanted;
    let name = base;
    for (let count = 2; used.has(name); count += 1) name = `${base}${count}`;
    used.add(name);
    return name;
  };
  const allocateAll = (keys: readonly string[], wish: (key: string) => string): ((key: string) => string) => {
    const table = new Map([...new Set(keys)].map((key) => [key, allocate(wish(key))]));
    return (key) => table.get(key) ?? identifier(key);
  };
  return {
    record: allocateAll(records, identifier),
    operation: allocateAll(operations, identifier),
    table: allocateAll(records, (name) => `${camelCase(name)}Decode`),
    scheme: allocateAll(schemes, (name) => `${camelCase(name)}Scheme`),
    tokenPath: allocateAll(schemes, (name) => `${camelCase(name)}TokenPath`),
    tokenForm: allocateAll(schemes, (name) => `${camelCase(name)}TokenForm`),
    properties: allocateAll(records, (name) => `${identifier(name)}Properties`),
  };
}
