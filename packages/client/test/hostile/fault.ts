import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientOptions } from '../../src/index.ts';

/** What a fault receives for each request. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The number of this request in this run of the fault, starting at 1 */
  readonly count: number;
  /** The server's own address for this run. `other` is the other origin. Neither ends with a slash */
  readonly own: string;
  readonly other: string;
  /** Responds with JSON. An object is serialized, and a text is sent unchanged */
  json(body: unknown, status?: number, headers?: Record<string, string>): void;
}

/** The expected outcome: an error with its code and properties, or data. */
export type Want =
  | {
      readonly code: string | readonly string[];
      readonly with?: Readonly<Record<string, unknown>>;
      readonly requests?: number;
    }
  | { readonly data: (value: unknown) => boolean; readonly requests?: number };

/** The call that is made while the fault occurs. */
export type Call = 'job' | 'history' | 'stream' | 'status' | 'query' | 'watch' | 'raw' | 'call' | 'token';

/** One way for a server to misbehave. */
export interface Fault {
  readonly serve?: (exchange: Exchange) => void;
  /** @default 'history' */
  readonly call?: Call;
  readonly options?: Partial<ClientOptions>;
  readonly want: Want;
  /**
   * Set if only time ends a step of the call. The clock then moves on once the server has received the request and no
   * response has followed
   */
  readonly needsTime?: true;
  /** Set if no server listens at the address */
  readonly refused?: true;
  /** The name of the job that a `job` call requests. @default 'a' */
  readonly jobName?: string;
}

export type Faults = Readonly<Record<string, Fault>>;

/** One record. Most faults that end well respond with it. */
export const rows = [{ runstartdate: '2026-01-01T00:00:00Z', connectorid: 'a', details: 'ä', instanceid: '1' }];
export const isRows = (value: unknown): boolean => JSON.stringify(value) === JSON.stringify(rows);
