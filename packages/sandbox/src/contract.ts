/**
 * The types that the parts of the sandbox share: data, store, plain requests and answers, and the seams where the clock, the
 * simulated life, the faults and the control page plug in. Free of `node:*`, and of any behaviour.
 */

/** One value of an open record: history and connector records may hold any number of these. */
export type Scalar = string | number | bigint | boolean | null;

/** A history or connector record as it goes over the wire: any scalar fields, each filterable with its JSON type. */
export type OpenRecord = Readonly<Record<string, Scalar>>;

/** A record of one of the closed schemas (job, workspace, status, task history) as it goes over the wire. */
export type WireRecord = Readonly<Record<string, unknown>>;

/**
 * The data file: every part may be absent and is then empty.
 *
 * @example
 * const data: SandboxData = { jobs: [{ JobName: 'Nightly', JobId: 'j1' }], jobStatus: { j1: [{ status: 'SUCCESS' }] } };
 */
export interface SandboxData {
  /** Job records as they go over the wire (switches and whole numbers are strings; an int64 may be a bigint). `JobName` is required and unique. */
  readonly jobs?: readonly WireRecord[];
  /** May be any iterable, so that a generator can hand a million records over without holding them. */
  readonly history?: Iterable<OpenRecord>;
  readonly connectors?: readonly OpenRecord[];
  readonly workspaces?: readonly WireRecord[];
  /** Job status records by `job_id`. */
  readonly jobStatus?: Readonly<Record<string, readonly WireRecord[]>>;
  /** Task history records by `transformation_id/task_id`, both percent-encoded where they hold a `/`. */
  readonly taskHistory?: Readonly<Record<string, readonly WireRecord[]>>;
}

/** Time, as everything in the sandbox tells it. */
export interface Clock {
  now(): Date;
  /** Moves a virtual clock on by `'6h'`, `'15m'`, `'2d'` or milliseconds, running at once all that falls due. */
  advance(duration: string | number): void;
}

/** What the simulated life may do with the store. Every verb is synchronous and takes effect at once. */
export interface LifeStore {
  /** Every job record, in the order of the data. */
  listJobs(): WireRecord[];
  /** Keys of the task histories (`transformation_id/task_id`, as in the data file). */
  listTaskHistoryKeys(): string[];
  /** Appends history records; answers one handle a record, for `patchHistory`. */
  addHistory(records: Iterable<OpenRecord>): HistoryHandle[];
  /** Replaces fields of one history record (a field set to `undefined` is removed); `runstartdate` cannot change. */
  patchHistory(handle: HistoryHandle, changes: Readonly<Record<string, Scalar | undefined>>): void;
  /** Replaces the status records of a job, first to last as they are answered. */
  putJobStatus(jobId: string, records: readonly WireRecord[]): void;
  jobStatus(jobId: string): WireRecord[];
  /** Replaces the task history of one `transformation_id/task_id`. */
  putTaskHistory(key: string, records: readonly WireRecord[]): void;
  taskHistory(key: string): WireRecord[];
  /** Runs `work` in one transaction: many small changes cost one commit. */
  transaction<T>(work: () => T): T;
}

/** Names one stored history record; opaque. */
export interface HistoryHandle {
  readonly key: string;
  readonly seq: number;
}

/** A request as plain data: what the listener and `sandbox.fetch` hand to the router. */
export interface PlainRequest {
  readonly method: string;
  /** Path as sent, still percent-encoded, without the query. */
  readonly path: string;
  /** Query as sent, without the `?`; empty where there is none. */
  readonly query: string;
  /** First value of a header by lower-case name. */
  header(name: string): string | undefined;
  /** Every header, for the log (which redacts them). */
  headerEntries(): Iterable<readonly [name: string, value: string]>;
  /** The body, read at most once, up to the limit of 1 MiB. @throws BodyTooLargeError beyond it */
  readBody(): Promise<Uint8Array>;
  /** Whether the request came from this machine: the control page answers nobody else. */
  readonly loopback: boolean;
}

export type BodyChunk = string | Uint8Array;

/** An answer as plain data. A string or bytes go out with a Content-Length, an iterable chunked. */
export interface Answer {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: BodyChunk | Iterable<BodyChunk> | AsyncIterable<BodyChunk>;
  /** Milliseconds before the first byte. */
  readonly delayMs?: number;
  /** An interim answer (103) with this `Link` before it. */
  readonly earlyHints?: string;
  /** Milliseconds between two bytes of status line and headers. */
  readonly headerDripMs?: number;
  /** Goes out instead of all of this, as it is. */
  readonly raw?: string;
  /** The connection is reset, and for so many milliseconds others are refused. */
  readonly outageMs?: number;
  /**
   * What happens to the connection instead of a proper end. `reset`: torn down before any byte; `close`: closed before any byte;
   * `hang`: nothing is ever sent. `cut`, `end`, `stall`: status, headers and `body` go out, then the connection is torn down, closed or
   * left silent although more was announced. `sandbox.fetch` answers a rejection, an erroring body stream, and a promise
   * that settles only when its signal aborts.
   */
  readonly socket?: 'reset' | 'close' | 'hang' | 'cut' | 'end' | 'stall';
}

/** A misbehaviour to be applied to one answer; its fields belong to `faults/`. */
export interface Fault {
  readonly [field: string]: unknown;
}

/** What the router asks of the faults. */
export interface FaultSource {
  /** The fault for this request, used up by the asking, or undefined. `operationId` is undefined where no route matched. */
  take(operationId: string | undefined, request: PlainRequest): Fault | undefined;
  /** Whether to leave the operation undone (a `reset` before it was handled, say) is the fault's own affair: it gets the proper answer. */
  apply(fault: Fault, answer: Answer): Answer;
  reset(): void;
}

/** One request as the log keeps it: nothing secret in it. */
export interface LoggedRequest {
  readonly at: string;
  readonly method: string;
  /** Path as sent. */
  readonly path: string;
  /** Query with the values of all but the known options redacted. */
  readonly query: string;
  readonly operationId: string | undefined;
  /** The security scheme that let the request in. */
  readonly scheme: string | undefined;
  /** Header names in lower case, values redacted by an allow-list. */
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  readonly durationMs: number;
  /** Whether a fault was applied. */
  readonly fault: boolean;
}

/** The simulated life: runs that begin, progress and end as the clock moves. */
export interface Life {
  /** Forgets runs in flight and plans anew from the store; called after the store was reset. */
  reset(): void;
  close(): void;
}

/** The control page and its JSON endpoint; `undefined` for a path that is not its own. Called for loopback requests under its path only. */
export interface Control {
  handle(request: PlainRequest): Answer | Promise<Answer> | undefined;
}
