import type { PropertyTypes, ValueType } from './property-types.ts';

/** How SQL reads one property. */
export interface Column {
  readonly sql: string;
  /**
   * The types that the property can be compared with: several if its values differ in type, none if it was always null.
   */
  readonly types: readonly ValueType[];
  /** The column is part of a key and contains `''` for null. */
  readonly emptyIsNull?: true;
  /** Path in the JSON text, for a property without its own column. */
  readonly path?: string;
}

/** A table that supports `$filter`, `$orderby` and `$select`. */
export interface Collection {
  readonly table: string;
  /** Columns that make an order total. They are the order if there is no `$orderby`. */
  readonly key: readonly string[];
  /** Undefined for a property that neither the document nor any record has. */
  column(name: string): Column | undefined;
  /** Known properties, for the error message about an unknown one. */
  names(): string[];
}

type Fields = Readonly<Record<string, { readonly edm: string | null }>>;

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
