import { fields } from '@syncline/openapi';
import { invalid, wrong } from './data-error.ts';
import { isNumberInRange, isWholeNumber, numberText } from './number-text.ts';
import { timestampKey } from './timestamp-key.ts';

type RecordName = keyof typeof fields;
/** What the OpenAPI document says about a field. */
export interface Field {
  readonly type: string | null;
  readonly edm: string | null;
  /** The object or array that contains the record. */
  readonly record: string | null;
  readonly required: boolean;
}

/**
 * Checks that a record fits the document. Fields that the document does not describe may contain anything.
 *
 * @throws ConfigError naming record and field: `jobs[3].Scheduled in the data must be a string, found true`
 */
export function checkRecord(name: RecordName, record: unknown, path: string): void {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) throw wrong(path, 'an object', record);
  const pathOf = (): string => path;
  for (const [field, about] of Object.entries(fields[name]) as [string, Field][]) {
    const value = (record as Record<string, unknown>)[field];
    if (value === undefined) {
      if (about.required) throw invalid(`${path}.${field}`, `is required and missing${similarTo(field, record)}`);
      continue;
    }
    checkValue(value, about, pathOf, field);
  }
}

/** The record's own spelling of a required name, such as `jobName` or `job_name`. */
function similarTo(field: string, record: object): string {
  const bare = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase();
  const found = Object.keys(record).find((name) => bare(name) === bare(field));
  return found === undefined ? '' : `; the record has ${JSON.stringify(found)}`;
}

/**
 * Checks an open record: it may contain only scalars, and a documented field must have the documented type. Null is
 * allowed.
 *
 * @throws ConfigError naming record and field
 */
export function checkOpenRecord(
  documented: Readonly<Record<string, Field>>,
  record: unknown,
  path: () => string,
): void {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) throw wrong(path(), 'an object', record);
  for (const field in record) {
    const value = (record as Record<string, unknown>)[field];
    if (value === null) continue;
    if (!scalar(value))
      throw wrong(`${path()}.${field}`, 'a string without NUL, a finite number, true, false or null', value);
    const about = Object.hasOwn(documented, field) ? documented[field] : undefined;
    if (about !== undefined) checkValue(value, about, path, field);
  }
}

function scalar(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0');
  if (typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  const digits = numberText(value);
  return digits !== undefined && isNumberInRange(digits);
}

/** Data can contain millions of valid values, so the text of the place is built only for an invalid one. */
function checkValue(value: unknown, { type, edm, record }: Field, path: () => string, field: string): void {
  const at = (): string => `${path()}.${field}`;
  const inner = (record ?? undefined) as RecordName | undefined;
  switch (type) {
    case 'string':
      if (typeof value !== 'string') throw wrong(at(), 'a string', value);
      if (edm === 'Edm.DateTimeOffset' && timestampKey(value) === undefined)
        throw wrong(at(), 'an ISO 8601 timestamp', value);
      return;
    case 'boolean':
      if (typeof value !== 'boolean') throw wrong(at(), 'true or false', value);
      return;
    case 'integer':
      if (!isWhole(value)) throw wrong(at(), 'a whole number', value);
      return;
    case 'array':
      if (!Array.isArray(value)) throw wrong(at(), 'an array', value);
      if (inner !== undefined) value.forEach((item, index) => checkRecord(inner, item, `${at()}[${index}]`));
      return;
    case 'object':
      if (inner !== undefined) checkRecord(inner, value, at());
  }
}

function isWhole(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value);
  const digits = numberText(value);
  return digits !== undefined && isNumberInRange(digits) && isWholeNumber(digits);
}
