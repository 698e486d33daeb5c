import { ConfigError, SynclineError } from '@syncline/core/internal';

/** The formats of an export. */
export const exportFormats = ['csv', 'ndjson', 'parquet'] as const;
/** A format of an export. */
export type ExportFormat = (typeof exportFormats)[number];

/** The options of an export, as given on the command line. An unfinished export belongs to exactly one query. */
export interface ExportQuery {
  readonly environment: string;
  readonly from: 'service' | 'store';
  readonly format: ExportFormat;
  readonly job?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly fields?: string | undefined;
  readonly formulas?: string | undefined;
  /** The fingerprint of the settings that determine how records are read, if the export reads records */
  readonly vocabulary?: string | undefined;
}

/** The period of an export. It is determined when the export begins, and does not change until it is complete. */
export interface ExportWindow {
  /** Runs that started at this moment or later, in milliseconds since 1970. @default all */
  readonly since?: number | undefined;
  /** Runs that started before this moment. @default all */
  readonly until?: number | undefined;
}

/** The progress of an export. */
export interface ExportState {
  readonly query: ExportQuery;
  readonly window: ExportWindow;
  /** When the export began, in milliseconds since 1970 */
  readonly began: number;
  /** The reader's cursor, as a text; undefined at the beginning */
  readonly cursor?: string | undefined;
  /** How many runs have been written */
  readonly runs: number;
  /** How many records could not be read as runs */
  readonly unreadable: number;
}

const names = ['environment', 'from', 'format', 'job', 'since', 'until', 'fields', 'formulas'] as const;

/** How two queries differ: `--since 7d instead of 30d`; empty if they are the same. */
export function describeDifference(kept: ExportQuery, wanted: ExportQuery): string {
  const shown = (value: string | undefined): string => (value === undefined ? 'the default' : JSON.stringify(value));
  const options = names
    .filter((name) => kept[name] !== wanted[name])
    .map((name) => `--${name} ${shown(kept[name])} instead of ${shown(wanted[name])}`);
  const meaning =
    kept.vocabulary === wanted.vocabulary ? [] : ['other entries `outcomes` or `history` in the configuration'];
  return [...options, ...meaning].join(', ');
}

/** Checks a state that was read. @returns undefined if it is not one */
export function readState(text: string): ExportState | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { query, window, began, cursor, runs, unreadable } = (value ?? {}) as Partial<ExportState>;
  const isCount = (count: unknown): boolean => Number.isSafeInteger(count) && (count as number) >= 0;
  const isMoment = (moment: unknown): boolean => moment === undefined || Number.isFinite(moment);
  const isGood =
    typeof query === 'object' &&
    typeof window === 'object' &&
    isMoment(window.since) &&
    isMoment(window.until) &&
    Number.isFinite(began) &&
    (cursor === undefined || typeof cursor === 'string') &&
    isCount(runs) &&
    isCount(unreadable);
  return isGood ? (value as ExportState) : undefined;
}

/**
 * Checks an export that has read everything. An empty file must not replace an earlier one because the configuration
 * fits no record.
 *
 * @throws {ConfigError} when there are records, and none could be read as a run
 */
export function checkReadable({ query: { job }, runs, unreadable }: ExportState): void {
  // With a job, the records of others may have been readable.
  if (job !== undefined || runs > 0 || unreadable === 0) return;
  throw new ConfigError(
    'history',
    'does not match any record that the service returned. Name the properties that the records have; ' +
      '`syncline history` says what is wrong with the first',
  );
}

/**
 * Thrown when an export cannot be written, for example because the disk is full, or because the record of a run in the
 * store is damaged. The part that is already written is kept, and the export can be continued.
 */
export class ExportError extends SynclineError {
  override readonly name = 'ExportError';
  readonly code = 'EXPORT_FAILED';
  /** The system's code for the failure, such as `ENOSPC`, or `DAMAGED` for a record of the store */
  readonly reason: string;

  constructor(message: string, reason: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
