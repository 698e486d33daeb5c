/** The calls that are measured: one job by name, and the list of history records, both parsed. */
export interface BenchClient {
  readonly name: string;
  readonly version?: string | undefined;
  job(): Promise<object>;
  history(): Promise<readonly object[]>;
  close?(): Promise<void>;
}

/** The address and the key. Every client sends the same header. */
export interface Target {
  readonly url: string;
  readonly jobName: string;
  readonly header: string;
  readonly key: string;
}

/** The address of a job, for clients without key predicates. */
export function jobPath(name: string): string {
  return `/jobs(${encodeURIComponent(`'${name.replaceAll("'", "''")}'`).replaceAll("'", '%27')})`;
}
