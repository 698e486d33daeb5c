import type { Credential } from '@syncline/auth';
import type { Clock, RequestEngine, RetryBudget, Transport } from '@syncline/core/internal';
import type { ClientEvent, TraceAttempt } from './events.ts';
import type { ClientTables } from './tables-option.ts';

/** The options of one client, checked and with their defaults. */
export interface Settings {
  readonly interface: 'odata' | 'v2' | 'cloud';
  /** Without a trailing slash */
  readonly baseUrl: string;
  /** Scheme, host and port of `baseUrl`, with a trailing slash */
  readonly origin: string;
  readonly credential: Credential;
  readonly transport: Transport;
  readonly timeout: number;
  readonly deadline: number;
  /** How many times a GET is retried */
  readonly retry: number;
  /** How many times any other request is retried */
  readonly retryUnsafe: number;
  readonly maxBodyBytes: number;
  readonly undecodable: 'throw' | 'keep';
  readonly pages: 'refuse' | 'follow';
  readonly cache: RequestEngine['cache'];
  readonly requestIdHeader: string | undefined;
  /** The documents' tables, replaced by the caller's own where both have an entry */
  readonly tables: ClientTables;
  /** Whether `raw` decodes, which it does if the caller passed tables */
  readonly isRawDecoded: boolean;
  readonly clock: Clock;
  readonly random: () => number;
  readonly budget: RetryBudget;
  readonly traceAttempt: TraceAttempt | undefined;
  readonly emit: ((event: ClientEvent) => void) | undefined;
  readonly scrub: (text: string) => string;
}
