import { ConfigError } from '@syncline/core/internal';
import type { DecodeTable, Tables } from '@syncline/openapi';

/** The option for a service that has more than the published documents describe. */
export interface TablesOption<Paths> {
  /**
   * The tables of a package that `syncline generate` generated, such as its `odataTables`. Methods, `call` and `raw`
   * then decode with them and have their types. A failed call through `raw` throws an HttpError instead of returning
   * `error`.
   *
   * @default the tables of the published documents; `raw` then returns the body as it arrived
   */
  readonly tables?: Tables<Paths> | undefined;
}

/** The tables of one client. */
export interface ClientTables extends Tables<unknown> {
  decode: Tables<unknown>['decode'];
  /** Decodes records by these tables; undefined before `load` */
  decodeOrdinary?: (records: readonly Record<string, unknown>[], table: DecodeTable) => void;
  /** Loads the documents' decode tables, and what decodes by them; undefined if all is there */
  load?: (() => Promise<Pick<ClientTables, 'decode' | 'decodeOrdinary'>>) | undefined;
}

/**
 * The documents' tables, replaced by the caller's own where both have an entry.
 *
 * @throws {ConfigError} when the caller's tables are set and are not tables
 */
export function mergeTables(documents: ClientTables, tables: Tables<unknown> | undefined): ClientTables {
  if (tables === undefined) return documents;
  if ([tables?.operations, tables?.decode].some((table) => Object(table) !== table || Array.isArray(table)))
    throw new ConfigError('tables', 'must be tables from `syncline generate`, such as odataTables');
  return {
    ...documents,
    operations: { ...documents.operations, ...tables.operations },
    decode: { ...documents.decode, ...tables.decode },
  };
}

/** The type of an operation's records: that of the caller's paths if they have decoded types, otherwise ours. */
export type RecordOf<Paths, Path extends string, Ours> = Paths extends { [P in Path]: { get: { decoded: infer Data } } }
  ? Data extends readonly (infer Item)[]
    ? Item
    : Data
  : Ours;

/** The properties that the query options of a collection may name: those of the caller's paths, otherwise ours. */
export type PropertiesOf<Paths, Path extends string, Ours> = Paths extends {
  [P in Path]: { get: { properties: infer Properties } };
}
  ? Properties
  : Ours;
