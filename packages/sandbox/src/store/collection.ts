import type { PropertyTypes, ValueType } from './property-types.ts';

/** How SQL reaches one property. */
export interface Column {
  readonly sql: string;
  /** What the property may be compared with; several where its values differ in type, none where it always was null. */
  readonly types: readonly ValueType[];
  /** The column is part of a key and holds `''` for null. */
  readonly emptyIsNull?: true;
  /** Path in the JSON text, for a property without a column of its own. */
  readonly path?: string;
}

/** A table that answers `$filter`, `$orderby` and `$select`. */
export interface Collection {
  readonly table: string;
  /** Columns that make the order total and, without `$orderby`, are the order. */
  readonly key: readonly string[];
  /** Undefined for a property that neither the document nor any record knows. */
  column(name: string): Column | undefined;
  /** Known properties, for the message that refuses another. */
  names(): string[];
}

type Fields = Readonly<Record<string, { readonly edm: string | null }>>;

/** Describes a table by the document's fields, the columns it has for some of them, and the types learned from its records. */
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
      const types = field === undefined ? learned?.of(name) : documented(field);
      if (types === undefined) return undefined;
      const sql = Object.hasOwn(columns, name) ? columns[name] : undefined;
      if (sql !== undefined) return sql === 'start' ? { sql, types, emptyIsNull: true } : { sql, types };
      const path = `'$.${JSON.stringify(name).replaceAll("'", "''")}'`;
      return { sql: `(json ->> ${path})`, types, path };
    },
    names() {
      const documentedNames = Object.keys(fields).filter((name) => documented(fields[name]) !== undefined);
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

function documented(field: Fields[string] | undefined): readonly ValueType[] | undefined {
  const type = edmTypes[field?.edm ?? ''];
  return type === undefined ? undefined : [type];
}
