import { invalid } from './data-error.ts';
import type { RawNumber } from './number-text.ts';

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
