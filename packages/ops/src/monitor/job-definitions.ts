import { type Clock, cleanText, isSynclineError } from '@syncline/core/internal';
import { type Inventory, lintSteps, type LintReport } from '@syncline/jobs';
import type { KnownJobs } from '../alerts/alert-engine.ts';
import type { Environment } from '../environment/environment.ts';
import { readJobs } from '../environment/sources.ts';
import { schedulesOf } from '../insight/freshness.ts';
import type { JobIndex } from '../insight/job-index.ts';
import { finishInSlices } from '../pause.ts';

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

/** Some rules judge by the present. Their findings change in days, so all rules are applied again each hour. */
const lintAgain = 3_600_000;

/** Whose definitions are read, and how often. */
interface DefinitionsSettings {
  readonly environment: Environment;
  readonly clock: Clock;
  /** In milliseconds. 0: never */
  readonly definitionsMs: number;
  /** Names the jobs where the service has no list of them */
  readonly index: Pick<JobIndex, 'jobs' | 'summaryOf'>;
  /** A job whose last run started earlier may be gone, in milliseconds before now */
  readonly windowMs: number;
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
  #revision = 0;
  /** What the runs called their jobs at the last read */
  readonly #seen = new Set<string>();
  #reading: Promise<void> | undefined;
  /** The jobs, and what they were made from: a tick needs them, and those of 10,000 jobs take long */
  #jobs: { readonly inventory: Inventory; readonly names: number; readonly known: KnownJobs } | undefined;

  /** The findings, and what they were made from */
  #lint: { readonly inventory: Inventory; readonly at: number; readonly report: LintReport } | undefined;

  constructor(settings: DefinitionsSettings) {
    this.#settings = settings;
  }

  /** Why the last read failed, as a sentence */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Changes with each read */
  get revision(): number {
    return this.#revision;
  }

  /** The jobs, by what the runs call them. An empty list says nothing about jobs that were there. */
  jobs(): KnownJobs {
    const { environment, index } = this.#settings;
    if (this.#inventory === undefined) return { schedules: new Map(), isComplete: false };
    const inventory = this.#inventory;
    const names = index.jobs.size;
    if (this.#jobs?.inventory !== inventory || this.#jobs.names !== names) {
      const schedules = schedulesOf(inventory.entries, environment, index.jobs);
      const isComplete = inventory.knows.jobs === 'all' && schedules.size > 0;
      this.#jobs = { inventory, names, known: { schedules, isComplete } };
    }
    return this.#jobs.known;
  }

  /** The findings at a moment, which is at most an hour ago; undefined if no definition has been read. */
  async lint(now: number): Promise<LintReport | undefined> {
    const inventory = this.#inventory;
    if (inventory?.knows.definitions !== true) return undefined;
    const known = this.#lint;
    if (known?.inventory === inventory && Math.abs(now - known.at) < lintAgain) return known.report;
    const steps = lintSteps(inventory, { now: new Date(now), ...this.#settings.environment.lint });
    const report = await finishInSlices(steps);
    this.#lint = { inventory, at: now, report };
    return report;
  }

  /**
   * Reads the definitions if they are due, once at a time: all at regular intervals, and where only the runs name the
   * jobs, those of new jobs with the next tick.
   */
  read(signal?: AbortSignal): Promise<void> {
    const { definitionsMs, clock } = this.#settings;
    if (definitionsMs === 0) return Promise.resolve();
    const isDue = clock.now() - this.#readAt >= definitionsMs;
    const names = this.#namesToRead(isDue);
    if (names === undefined ? isDue : names.length > 0)
      this.#reading ??= this.#read(names, isDue, signal).finally(() => {
        this.#reading = undefined;
      });
    return this.#reading ?? Promise.resolve();
  }

  /** The names of the jobs to read; undefined if the service lists them. A job that no longer runs may be gone. */
  #namesToRead(isDue: boolean): readonly string[] | undefined {
    const { environment, index, clock, windowMs } = this.#settings;
    if (environment.v2 !== undefined) return undefined;
    const since = clock.date() - windowMs;
    if (isDue) return [...index.jobs].filter((job) => (index.summaryOf(job)?.last.start ?? since) >= since);
    return index.jobs.size === this.#seen.size ? [] : [...index.jobs].filter((name) => !this.#seen.has(name));
  }

  async #read(names: readonly string[] | undefined, isDue: boolean, signal: AbortSignal | undefined): Promise<void> {
    const { environment, clock, index } = this.#settings;
    const { odata, v2 } = environment;
    for (const name of index.jobs) this.#seen.add(name);
    try {
      const read = await readJobs(environment, { odata, v2, signal, ...(names === undefined ? {} : { names }) });
      const kept = isDue ? [] : (this.#inventory?.entries ?? []);
      this.#inventory = { ...read, entries: [...kept, ...read.entries] };
      this.#problem = undefined;
    } catch (failure) {
      if (signal?.aborted) return;
      this.#problem = `The definitions of the jobs could not be read: ${problemOf(failure).message}`;
    }
    if (isDue) this.#readAt = clock.now();
    this.#revision += 1;
  }
}
