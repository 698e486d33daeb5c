/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A job of a snapshot. */
export interface SnapshotJob {
  /** The name of the job */
  readonly name: string;
  /** The name of its workspace, if it is known */
  readonly workspace?: string | undefined;
}

/** One job as a file of a snapshot. */
export interface SnapshotFile extends SnapshotJob {
  /** Where the file belongs, relative to the folder of the snapshot, with `/` */
  readonly path: string;
  /** The fields of the job: decoded, without volatile ones, and with a hash instead of code and option strings */
  readonly fields: Readonly<Record<string, Json>>;
  /** The content of the file */
  readonly text: string;
}

/** A job that a snapshot could not include. */
export interface SnapshotGap extends SnapshotJob {
  /** The reason, in a text that does not change as long as the reason is the same */
  readonly because: string;
}

/** All jobs of an inventory at one moment: a file for each job, and the jobs that could not be read. */
export interface Snapshot {
  /** The files of the jobs, in the order of their paths */
  readonly files: readonly SnapshotFile[];
  /** The jobs that could not be read, in order */
  readonly unreadable: readonly SnapshotGap[];
  /** The file that lists the unreadable jobs. It is part of the snapshot */
  readonly index: { readonly path: string; readonly text: string };
}
