import type { Accessor } from '@syncline/runs';

/** The texts about a failure in a history record. Each is empty if there is none. */
export interface RecordTexts {
  readonly error: string;
  readonly details: string;
}

/**
 * The error and the details of a record. There is no error text if the accessor throws or returns anything else than a
 * text.
 *
 * @param error - `history.error` of the configuration
 */
export function recordTexts(record: unknown, error: Accessor<never> | undefined): RecordTexts {
  if (typeof record !== 'object' || record === null) return { error: '', details: '' };
  return { error: errorOf(record, error), details: textOf(valueOf(record, 'details')) };
}

/** The same for the record of a stored run, as JSON. */
export function storedTexts(raw: string, error: Accessor<never> | undefined): RecordTexts {
  try {
    return recordTexts(JSON.parse(raw), error);
  } catch {
    return { error: '', details: '' };
  }
}

function errorOf(record: object, accessor: Accessor<never> | undefined): string {
  if (typeof accessor !== 'function') return typeof accessor === 'string' ? textOf(valueOf(record, accessor)) : '';
  try {
    return textOf((accessor as (record: object) => unknown)(record));
  } catch {
    return '';
  }
}

function valueOf(record: object, name: string): unknown {
  return Object.hasOwn(record, name) ? (record as Record<string, unknown>)[name] : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
