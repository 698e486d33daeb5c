import type { Clock } from '@syncline/core/internal';
import type { Environment } from '../environment/environment.ts';

/** What a query over an environment needs besides its own options. */
export interface QueryContext {
  readonly environment: Environment;
  readonly output: QueryOutput;
  readonly clock: Clock;
  /** Abandons the query */
  readonly signal: AbortSignal;
}

/** Where a query reports what it does. */
export interface QueryOutput {
  /** Receives what the query is doing. Each text replaces the previous one; an empty text says that the work is done. */
  readonly progress: (text: string) => void;
  /** Receives a sentence for people, such as how many records could not be read. */
  readonly note: (text: string) => void;
}
