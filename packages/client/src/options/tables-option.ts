import { ConfigError } from '@syncline/core';
import type { Tables } from '@syncline/openapi';

/** The option for a service that has more than the documents show. */
export interface TablesOption<Paths> {
  /**
   * The tables of a package that `syncline generate` made, such as its `odataTables`. Records are decoded by them, and so are the
   * answers of `raw`, typed as they come out; what a call of `raw` throws instead of returning `error` is then an HttpError.
   *
   * @default the published documents', and `raw` answers as it came
   */
  readonly tables?: Tables<Paths> | undefined;
}

/**
 * The documents' tables with a consumer's own over them.
 *
 * @throws ConfigError unless the consumer's are absent or tables
 */
export function mergeTables(documents: Tables<unknown>, own: Tables<unknown> | undefined): Tables<unknown> {
  if (own === undefined) return documents;
  if (!isObject(own) || !isObject(own.operations) || !isObject(own.decode)) {
    throw new ConfigError('tables', 'must be tables that `syncline generate` made, such as odataTables');
  }
  return {
    operations: { ...documents.operations, ...own.operations },
    decode: { ...documents.decode, ...own.decode },
  };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A client's own type of record, or that of its paths where they are decoded ones. */
export type RecordOf<Paths, Path extends string, Ours> = Paths extends { [P in Path]: { get: { decoded: infer Data } } }
  ? Data extends readonly (infer Item)[]
    ? Item
    : Data
  : Ours;
