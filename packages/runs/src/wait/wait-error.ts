import { SynclineError } from '@syncline/core/errors';
import type { SourceRun } from '../run/accessors.ts';
import type { WaitTally } from './tally.ts';

/** The base class of the errors that end a wait, with what the wait has seen. */
export abstract class WaitError extends SynclineError {
  /** The last run that was seen; undefined if there was none */
  readonly last: SourceRun | undefined;
  /** What the wait has seen */
  readonly tally: WaitTally;

  constructor(message: string, last: SourceRun | undefined, tally: WaitTally, options?: ErrorOptions) {
    super(message, options);
    this.last = last;
    this.tally = tally;
  }
}
