/** What each client is measured at: one job by name, and the list of history records, both parsed. */
export interface BenchClient {
  readonly name: string;
  readonly version?: string | undefined;
  job(): Promise<object>;
  history(): Promise<readonly object[]>;
  close?(): Promise<void>;
}

/** Where and as whom to call. Every client sends the same header. */
export interface Target {
  readonly url: string;
  readonly jobName: string;
  readonly header: string;
  readonly key: string;
}

/** The address of a job, for clients that know no key predicates. */
export function jobPath(name: string): string {
  return `/jobs(${encodeURIComponent(`'${name.replaceAll("'", "''")}'`).replaceAll("'", '%27')})`;
}
