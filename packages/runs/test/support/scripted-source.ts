import { SynclineError } from '@syncline/core/internal';
import type { RunPage, RunQuery, RunSource, SourceRun } from '../../src/index.ts';

class Failure extends SynclineError {
  readonly code: string;
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: string, status: number | undefined, retryAfterSeconds: number | undefined) {
    super(`${code} ${status ?? ''}`);
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** An error like those of the client. */
export function failure(code: string, status?: number, retryAfterSeconds?: number): Error {
  return new Failure(code, status, retryAfterSeconds);
}

/** A source that follows a script, with one step for each read. It repeats the last step. */
export class ScriptedSource implements RunSource {
  readonly kind = 'status';
  readonly queries: RunQuery[] = [];
  readonly #steps: readonly (readonly SourceRun[] | Error)[];

  constructor(steps: readonly (readonly SourceRun[] | Error)[]) {
    this.#steps = steps;
  }

  readonly read = async (query: RunQuery): Promise<RunPage> => {
    const step = this.#steps[Math.min(this.queries.length, this.#steps.length - 1)] ?? [];
    this.queries.push(query);
    if (step instanceof Error) throw step;
    return { runs: step, requests: 1, rows: step.length, unreadable: { count: 0, problem: undefined } };
  };
}

export function sourceOf(...steps: (readonly SourceRun[] | Error)[]): ScriptedSource {
  return new ScriptedSource(steps);
}
