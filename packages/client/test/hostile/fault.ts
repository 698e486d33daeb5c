import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientOptions } from '../../src/index.ts';

/** What a fault sees of one request. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Counts the requests of this run of the fault from 1 */
  readonly count: number;
  /** The server's own address of this run, and the other origin, both without a slash at the end */
  readonly own: string;
  readonly other: string;
  /** Responds with JSON: an object, or a text that is sent as it is */
  json(body: unknown, status?: number, headers?: Record<string, string>): void;
}

/** What must come out: an error by its code and properties, or data. */
export type Want =
  | {
      readonly code: string | readonly string[];
      readonly with?: Readonly<Record<string, unknown>>;
      readonly requests?: number;
    }
  | { readonly data: (value: unknown) => boolean; readonly requests?: number };

/** Which call meets the fault. */
export type Call = 'job' | 'history' | 'stream' | 'status' | 'query' | 'watch' | 'raw' | 'call' | 'token';

/** One way for a server to misbehave. */
export interface Fault {
  readonly serve?: (exchange: Exchange) => void;
  /** @default 'history' */
  readonly call?: Call;
  readonly options?: Partial<ClientOptions>;
  readonly want: Want;
  /**
   * Only time ends a step of the call: its clock moves on when the server has seen the request and nothing more comes
   * of it
   */
  readonly needsTime?: true;
  /** Nobody listens at the address */
  readonly refused?: true;
  /** The job that a `job` call asks for. @default 'a' */
  readonly jobName?: string;
}

export type Faults = Readonly<Record<string, Fault>>;

/** One record, the response of most faults that end well. */
export const rows = [{ runstartdate: '2026-01-01T00:00:00Z', connectorid: 'a', details: 'ä', instanceid: '1' }];
export const isRows = (value: unknown): boolean => JSON.stringify(value) === JSON.stringify(rows);
