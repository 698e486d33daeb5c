import type { Credential } from '@syncline/auth';
import type { Clock, RetryBudget, Transport } from '@syncline/core';
import type { Tables } from '@syncline/openapi';
import type { ClientEvent } from './events.ts';

/** Everything that one client was told, checked and with its defaults. */
export interface Settings {
  readonly interface: 'odata' | 'v2' | 'cloud';
  /** Without a slash at its end */
  readonly baseUrl: string;
  /** Scheme, host and port of `baseUrl`, with a slash at its end */
  readonly origin: string;
  readonly credential: Credential;
  readonly transport: Transport;
  readonly timeout: number;
  readonly deadline: number;
  /** Retries of a GET */
  readonly retry: number;
  /** Retries of anything else */
  readonly retryUnsafe: number;
  readonly maxBodyBytes: number;
  readonly undecodable: 'throw' | 'keep';
  /** The documents' tables, with a consumer's own over them */
  readonly tables: Tables<unknown>;
  /** Whether `raw` decodes: where the consumer gave tables of its own */
  readonly isRawDecoded: boolean;
  readonly clock: Clock;
  readonly random: () => number;
  readonly budget: RetryBudget;
  readonly emit: ((event: ClientEvent) => void) | undefined;
  readonly scrub: (text: string) => string;
}
