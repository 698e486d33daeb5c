import { type Clock, cleanText, isSynclineError } from '@syncline/core/internal';
import { type Inventory, lintJobs, type LintReport } from '@syncline/jobs';
import type { KnownJobs } from '../alerts/alert-engine.ts';
import type { Environment } from '../environment/environment.ts';
import { readJobs } from '../environment/sources.ts';
import { schedulesOf } from '../insight/freshness.ts';
import type { RunIndex } from '../insight/run-index.ts';

/** Why something failed: the code and the message of the error. */
export interface Problem {
  readonly code: string;
  readonly message: string;
}

/** Why something failed, for `/health`. Errors that are not from these packages are not shown. */
export function problemOf(error: unknown): Problem {
  if (!isSynclineError(error)) return { code: 'UNEXPECTED_ERROR', message: 'The tick failed for an unknown reason.' };
  return { code: error.code, message: cleanText(error.message, 300) };
}

/** Whose definitions are read, and how often. */
interface DefinitionsSettings {
  readonly environment: Environment;
  readonly clock: Clock;
  /** In milliseconds. 0: never */
  readonly definitionsMs: number;
  /** Names the jobs where the service has no list of them */
  readonly index: RunIndex;
}

/**
 * The definitions of the jobs, as they were last read. Only `read` changes them, and it keeps the previous ones when it
 * fails.
 */
export class JobDefinitions {
  readonly #settings: DefinitionsSettings;
  #inventory: Inventory | undefined;
  #problem: string | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(settings: DefinitionsSettings) {
    this.#settings = settings;
  }

  /** Why the last read failed, as a sentence */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** When they were last read, by the monotonic clock */
  get readAt(): number {
    return this.#readAt;
  }

  /** The jobs, by what the runs call them. An empty list says nothing about jobs that were there. */
  jobs(): KnownJobs {
    const { environment, index } = this.#settings;
    if (this.#inventory === undefined) return { schedules: new Map(), isComplete: false };
    const { entries, knows } = this.#inventory;
    const schedules = schedulesOf(entries, environment, index.jobs);
    return { schedules, isComplete: knows.jobs === 'all' && schedules.size > 0 };
  }

  /** The findings at a moment; undefined if no definition has been read. */
  lint(now: number): LintReport | undefined {
    if (this.#inventory?.knows.definitions !== true) return undefined;
    return lintJobs(this.#inventory, { now: new Date(now), ...this.#settings.environment.lint });
  }

  /** Reads the definitions if they are due, once at a time. */
  read(signal?: AbortSignal): Promise<void> {
    const { definitionsMs, clock } = this.#settings;
    const isDue = definitionsMs > 0 && clock.now() - this.#readAt >= definitionsMs;
    if (isDue)
      this.#reading ??= this.#read(signal).finally(() => {
        this.#reading = undefined;
      });
    return this.#reading ?? Promise.resolve();
  }

  async #read(signal: AbortSignal | undefined): Promise<void> {
    const { environment, clock, index } = this.#settings;
    const { odata, v2 } = environment;
    try {
      const names = v2 === undefined ? { names: [...new Set(index.runs().map(({ job }) => job))] } : {};
      this.#inventory = await readJobs(environment, { odata, v2, signal, ...names });
      this.#problem = undefined;
    } catch (failure) {
      if (signal?.aborted) return;
      this.#problem = `The definitions of the jobs could not be read: ${problemOf(failure).message}`;
    }
    this.#readAt = clock.now();
  }
}
