import type { Credential } from '@syncline/auth';
import type { Tables } from '@syncline/openapi';
import type { ClientEvent } from '../events.ts';
import type { Answer } from './answer.ts';
import type { Clock } from './clock.ts';
import type { Draft } from './draft.ts';
import type { Transport } from './response.ts';
import type { RetryBudget } from './retry-budget.ts';

/** Everything the policies of one client know, checked and with its defaults. */
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
  /** A consumer's own, before the documents' */
  readonly tables: Tables<unknown> | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly budget: RetryBudget;
  readonly emit: ((event: ClientEvent) => void) | undefined;
  readonly scrub: (text: string) => string;
}

/** The part of the pipeline that deals with the call: from the resource method down to one attempt. */
export type SendCall = (draft: Draft) => Promise<Answer>;
export type CallPolicy = (settings: Settings, next: SendCall) => SendCall;
