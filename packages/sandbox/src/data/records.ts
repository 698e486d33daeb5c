import { invalid, shown, withSource, wrong } from './data-error.ts';
import { type RawNumber, parseExact } from './number-text.ts';
import { ConfigError, suggestion } from '@syncline/core/errors';

/**
 * Parses a key of `taskHistory`: `transformation_id/task_id`. Each id is percent-encoded if it contains a `/` or a `%`.
 *
 * @throws ConfigError naming the key
 */
export function parseTaskKey(key: string): [transformationId: string, taskId: string] {
  const [transformation, task, ...more] = key.split('/');
  try {
    if (!transformation || !task || more.length > 0) throw new Error('parts');
    return [decodeURIComponent(transformation), decodeURIComponent(task)];
  } catch {
    throw invalid(
      `taskHistory[${JSON.stringify(key)}]`,
      'must have a key of the form "transformation_id/task_id"; write a % in an id as %25, and a / as %2F',
    );
  }
}

export function printTaskKey(transformationId: string, taskId: string): string {
  return [transformationId, taskId].map((part) => part.replace(/[%/]/g, encodeURIComponent)).join('/');
}

/** One value of an open record. A {@link RawNumber} is sent with its original digits. */
export type Scalar = string | number | bigint | RawNumber | boolean | null;

/**
 * A history or connector record as it is sent over the wire. It may have any scalar fields. Each field can be filtered
 * by its JSON type.
 */
export type OpenRecord = Readonly<Record<string, Scalar>>;

/** A record with a documented schema (job, workspace, job status, task history), as it is sent over the wire. */
export type WireRecord = Readonly<Record<string, unknown>>;

/**
 * The contents of a data file. Every part is optional, and a missing part is empty.
 *
 * @example
 * const data: SandboxData = { jobs: [{ JobName: 'Nightly', JobId: 'j1' }], jobStatus: { j1: [{ status: 'SUCCESS' }] } };
 */
export interface SandboxData {
  /**
   * Job records as they are sent over the wire: boolean switches and whole numbers are strings, and an int64 may be a
   * bigint. `JobName` is required and must be unique.
   */
  readonly jobs?: readonly WireRecord[];
  /** Any iterable, so that a generator can supply a million records without holding them in memory. */
  readonly history?: Iterable<OpenRecord>;
  readonly connectors?: readonly OpenRecord[];
  readonly workspaces?: readonly WireRecord[];
  /** Job status records by `job_id`. */
  readonly jobStatus?: Readonly<Record<string, readonly WireRecord[]>>;
  /** Task history records by `transformation_id/task_id`. Percent-encode each id that contains a `/` or a `%`. */
  readonly taskHistory?: Readonly<Record<string, readonly WireRecord[]>>;
}

const arrays = ['jobs', 'history', 'connectors', 'workspaces'];
const maps = ['jobStatus', 'taskHistory'];

/**
 * Parses the text of a data file. Numbers keep their exact spelling, with every digit.
 *
 * @throws ConfigError naming the place and the rule that it breaks
 */
export function readData(text: string): SandboxData {
  let data: unknown;
  try {
    data = parseExact(text);
  } catch (error) {
    throw new ConfigError('data', `must be valid JSON: ${(error as Error).message}`);
  }
  return checkData(data);
}

/** Checks the outline of the data. The records are checked when they are stored. @throws ConfigError */
export function checkData(data: unknown): SandboxData {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new ConfigError('data', `must be an object, found ${shown(data)}`);
  return withSource(data, () => checkParts(data));
}

function checkParts(data: object): SandboxData {
  for (const [name, value] of Object.entries(data)) {
    if (maps.includes(name)) checkMap(name, value);
    else if (!arrays.includes(name)) throw invalid(name, `is unknown: ${suggestion(name, [...arrays, ...maps])}`);
    else if (!Array.isArray(value) && !(name === 'history' && isIterable(value))) throw wrong(name, 'an array', value);
  }
  return data as SandboxData;
}

function checkMap(name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(name, 'an object', value);
  for (const [key, records] of Object.entries(value)) {
    if (!Array.isArray(records)) throw wrong(`${name}[${JSON.stringify(key)}]`, 'an array', records);
  }
}

function isIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}
