import type { PropertyTypes, ValueType } from './property-types.ts';
import { keyName } from './sort-keys.ts';

/**
 * How SQL reads the values of one type, and what they are compared with: the value itself, the key that `numberKey` or
 * `timestampKey` makes of it, or the first 23 characters of an ISO timestamp in milliseconds.
 */
export interface TypedValue {
  readonly sql: string;
  readonly form: 'value' | 'int64' | 'numberKey' | 'timestampKey' | 'isoText';
}

/** How SQL reads one property. */
export interface Column {
  /** The value of any type. Null, or `''` if `emptyIsNull`, for a record without the property. */
  readonly sql: string;
  /**
   * The types that the property can be compared with: several if its values differ in type, none if it was always null.
   * The values of another type are null.
   */
  readonly types: ReadonlyMap<ValueType, TypedValue>;
  /** The terms that the property is ordered by, the first one first. */
  readonly order: readonly string[];
  /** The column is part of a key and contains `''` for null. */
  readonly emptyIsNull?: true;
}

/** A table that supports `$filter`, `$orderby` and `$select`. */
export interface Collection {
  readonly table: string;
  /** Columns that make every order total. Without `$orderby`, records are ordered by them. */
  readonly key: readonly string[];
  /** Undefined for a property that neither the document nor any record has. */
  column(name: string): Column | undefined;
  /** Known properties, for the error message about an unknown one. */
  names(): string[];
}

/** The documented fields of a record. */
export type Fields = Readonly<Record<string, { readonly edm: string | null }>>;

/**
 * Describes a table by the document's fields, the columns for some of them, and the types that occurred in its records.
 */
export function collection(
  table: string,
  key: readonly string[],
  fields: Fields,
  columns: Readonly<Record<string, string>>,
  learned?: PropertyTypes,
): Collection {
  return {
    table,
    key,
    column(name) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const types = field === undefined ? learned?.of(name) : documentedTypes(field);
      if (types === undefined) return undefined;
      const sql = Object.hasOwn(columns, name) ? columns[name] : undefined;
      return sql === undefined ? memberColumn(name, types, learned) : ownColumn(sql, types);
    },
    names() {
      const documentedNames = Object.keys(fields).filter((name) => documentedTypes(fields[name]) !== undefined);
      return [...new Set([...documentedNames, ...[...(learned?.entries() ?? [])].map(([name]) => name)])];
    },
  };
}

const edmTypes: Readonly<Record<string, ValueType>> = {
  'Edm.String': 'string',
  'Edm.DateTimeOffset': 'dateTimeOffset',
  'Edm.Boolean': 'boolean',
  'Edm.Int32': 'number',
  'Edm.Int64': 'number',
  'Edm.Double': 'number',
};

/** The type of a documented field, as a list; undefined for a field that a filter cannot compare. */
export function documentedTypes(field: Fields[string] | undefined): readonly ValueType[] | undefined {
  const type = edmTypes[field?.edm ?? ''];
  return type === undefined ? undefined : [type];
}

/** A property with its own column, which holds the key of a timestamp. */
function ownColumn(sql: string, types: readonly ValueType[]): Column {
  const form = types.includes('dateTimeOffset') ? 'timestampKey' : 'value';
  const column = { sql, types: new Map(types.map((type) => [type, { sql, form } as const])), order: [sql] };
  return sql === 'start' ? { ...column, emptyIsNull: true } : column;
}

/** A property that is read from the JSON text. */
function memberColumn(name: string, types: readonly ValueType[], learned: PropertyTypes | undefined): Column {
  const path = jsonPath(name);
  const sql = `(json ->> ${path})`;
  const jsonKinds = types.filter((type) => type !== 'dateTimeOffset' || !types.includes('string'));
  const isMixed = jsonKinds.length > 1;
  const only = (kinds: string): string =>
    isMixed ? `(CASE WHEN json_type(json, ${path}) IN (${kinds}) THEN json ->> ${path} END)` : sql;
  const read: Readonly<Record<ValueType, () => TypedValue>> = {
    string: () => ({ sql: only("'text'"), form: 'value' }),
    boolean: () => ({ sql: only("'true', 'false'"), form: 'value' }),
    number: () =>
      learned?.numberKeys.includes(name)
        ? { sql: `(keys ->> ${jsonPath(keyName('number', name))})`, form: 'numberKey' }
        : { sql: only("'integer'"), form: 'int64' },
    dateTimeOffset: () =>
      learned?.dateKeys.includes(name)
        ? { sql: `(keys ->> ${jsonPath(keyName('date', name))})`, form: 'timestampKey' }
        : { sql: `substr(${only("'text'")}, 1, 23)`, form: 'isoText' },
  };
  const typed = new Map(types.map((type) => [type, read[type]()]));
  return { sql, types: typed, order: orderTerms(path, sql, typed, learned?.isDateOnly(name) === true) };
}

/**
 * Booleans come before numbers, then come timestamps, then other strings: as `compareBy` of `@syncline/odata` orders.
 * Each term is null for the values of another type.
 */
function orderTerms(
  path: string,
  sql: string,
  typed: ReadonlyMap<ValueType, TypedValue>,
  isDateOnly: boolean,
): readonly string[] {
  const boolean = typed.get('boolean')?.sql;
  const number = typed.get('number')?.sql;
  const date = typed.get('dateTimeOffset')?.sql;
  const string = isDateOnly && date !== undefined ? undefined : typed.get('string')?.sql;
  const text = date === undefined || string === undefined ? string : `(CASE WHEN ${date} IS NULL THEN ${string} END)`;
  const terms = [boolean, number, date, text].filter((term) => term !== undefined);
  if (terms.length === 0) return [sql];
  if (terms.length === 1) return terms;
  const isDate = date === undefined ? '' : `WHEN ${date} IS NOT NULL THEN 2 `;
  const kind = `json_type(json, ${path})`;
  const rank = `(CASE ${isDate}WHEN ${kind} IN ('true', 'false') THEN 0 WHEN ${kind} = 'text' THEN 3 WHEN ${kind} <> 'null' THEN 1 END)`;
  return [rank, ...terms];
}

function jsonPath(name: string): string {
  return `'$.${JSON.stringify(name).replaceAll("'", "''")}'`;
}
