import { cleanText, durationOf, toRfc3339 } from '@syncline/core/internal';
import type { StoredRun } from '@syncline/runs';
import type { Environment } from '@syncline/ops';
import { type Column, selectColumns } from '../formats/column.ts';
import { toJson } from '../formats/to-json.ts';
import { ExportError } from './export-query.ts';
import { toCsv } from '../formats/to-csv.ts';

/** How runs are printed to a file. */
export interface TextOptions {
  readonly format: 'csv' | 'ndjson';
  /** The value of `--fields` */
  readonly fields: string | undefined;
  /** Whether a text that a spreadsheet would run as a formula is escaped in CSV, or kept unchanged */
  readonly formulas: 'escape' | 'keep';
  /** Names the properties of a record that contain the rows and the error */
  readonly environment: Pick<Environment, 'history'>;
}

/** Prints runs as text. */
export interface ExportText {
  /** The first line of the file; empty if the format has none */
  readonly header: string;
  /** Whole lines, each with its line break */
  readonly linesOf: (runs: readonly StoredRun[]) => string;
}

/**
 * Creates a printer for an export. CSV follows RFC 4180. Whole numbers are exact: in NDJSON, those beyond 2^53 are
 * strings of digits, and `raw` is the record with its original digits.
 *
 * @throws {ConfigError} when a field is unknown
 */
export function createExportText({ format, fields, formulas, environment }: TextOptions): ExportText {
  const columns = selectColumns(columnsOf(environment), fields, format === 'csv');
  if (format === 'ndjson')
    return {
      header: '',
      linesOf: (runs) =>
        runs
          .map((run) => {
            const members = columns.map(({ name, value }) => {
              const text = name === 'raw' ? checkedRaw(run) : toJson(value(run) ?? null);
              return `${JSON.stringify(name)}:${text}`;
            });
            return `{${members.join(',')}}\n`;
          })
          .join(''),
    };
  const write = (rows: readonly (readonly unknown[])[]): string => toCsv(rows, { lineBreak: '\r\n', formulas });
  return {
    header: write([columns.map(({ name }) => name)]),
    linesOf: (runs) => write(runs.map((run) => columns.map(({ value }) => value(run)))),
  };
}

function columnsOf({ history }: Pick<Environment, 'history'>): readonly Column<StoredRun>[] {
  const rows = history === undefined ? 'records_affected' : history.rows;
  const error = history?.error;
  return [
    { name: 'key', value: ({ key }) => key },
    { name: 'job', value: ({ job }) => job },
    { name: 'outcome', value: ({ outcome }) => outcome },
    { name: 'status', value: ({ status }) => status },
    { name: 'start', value: ({ start }) => toRfc3339(start) },
    { name: 'end', value: ({ end }) => (end === undefined ? undefined : toRfc3339(end)) },
    { name: 'duration_ms', value: durationOf },
    { name: 'rows', value: (run) => exactRows(run, rows) },
    { name: 'error', value: (run) => errorIn(run, error) },
    { name: 'raw', value: ({ raw }) => raw, isExtra: true },
  ];
}

/** The number of rows with every digit. A store keeps it as a double, together with the record. */
function exactRows(run: StoredRun, property: unknown): number | bigint | undefined {
  const { rows } = run;
  if (rows === undefined || Number.isSafeInteger(rows) || typeof property !== 'string') return rows;
  /** By the object that has the property, because a nested one may have it too */
  const found = new Map<unknown, string | undefined>();
  const record: unknown = JSON.parse(
    checkedRaw(run),
    function (name, value: unknown, context?: { readonly source?: string }) {
      if (name === property) found.set(this, typeof value === 'string' ? value : context?.source);
      return value;
    },
  );
  const digits = found.get(record);
  return digits !== undefined && /^\d+$/.test(digits) ? BigInt(digits) : rows;
}

function errorIn(run: StoredRun, property: unknown): unknown {
  if (typeof property !== 'string') return undefined;
  const value = recordOf(run)[property];
  if (value === undefined || value === null || value === false || value === '') return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

/** The record of a run as JSON. @throws {ExportError} when it is damaged */
function checkedRaw(run: StoredRun): string {
  recordOf(run);
  return run.raw;
}

/** @throws {ExportError} when the store contains something else, which would be written as if it were a record */
function recordOf({ key, raw }: StoredRun): Readonly<Record<string, unknown>> {
  try {
    const record: unknown = JSON.parse(raw);
    if (typeof record === 'object' && record !== null) return record as Readonly<Record<string, unknown>>;
  } catch {
    // The error below covers this case.
  }
  throw new ExportError(
    `The record of the run ${JSON.stringify(cleanText(key, 100))} is damaged: it is not a JSON object. Restore a copy of the ` +
      'store, or leave out the fields error, rows and raw with --fields.',
    'DAMAGED',
  );
}
