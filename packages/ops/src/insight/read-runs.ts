import {
  type Classification,
  classifyRun,
  createCompleteReader,
  type Outcome,
  type ReadComplete,
  type SourceRun,
  type CompleteReaderOptions,
} from '@syncline/runs';
import { recordTexts } from './record-texts.ts';
import { jobIds } from '../environment/job-ids.ts';
import { needed, readsHistory, runSource } from '../environment/needed.ts';
import { wholePattern } from '../config/text-pattern.ts';
import { clockNote } from './clock-note.ts';
import type { QueryContext } from './query-context.ts';
import { historyMisfit, unreadableNote } from './unreadable-records.ts';

/** A run with its outcome. */
export interface ClassifiedRun extends Omit<SourceRun, 'record'> {
  /** The texts of a run that did not succeed, if they are read */
  readonly details?: string | undefined;
  readonly outcome: Outcome;
  readonly because: Classification['because'];
}

/** What is known about the response of a read, besides its runs. */
export interface ReadFacts {
  /** Number of records that could not be read as runs, and are left out */
  readonly unreadable: number;
  /** The service's time in its response, in milliseconds since 1970; undefined if it does not send it */
  readonly date: number | undefined;
  /** Sentences about both, for people */
  readonly notes: readonly string[];
}

/** Which runs a command reads. */
export interface RunSelection {
  /** The name of a job (history) or its id (job status), with `*` for any text. @default all jobs */
  readonly job?: string | undefined;
  /** Runs that started at this moment or later, in milliseconds since 1970 */
  readonly since: number;
  readonly until?: number | undefined;
  /** Called with what is known about the response. @default its notes are printed when they change */
  readonly onRead?: ((facts: ReadFacts) => void) | undefined;
  /** @default the signal of the context */
  readonly signal?: AbortSignal | undefined;
}

/** Reads runs repeatedly, as `watch` does. */
export type RunReader = (selection: RunSelection) => Promise<readonly ClassifiedRun[]>;

/**
 * Reads the runs of an environment with their outcomes, oldest first. Records that cannot be read as runs are left out,
 * and a note says how many there are.
 *
 * @throws {ConfigError} when the configuration lacks what is needed, or its entry `history` fits no record of the period;
 *   also throws the client's errors
 */
export async function readRuns(context: QueryContext, selection: RunSelection): Promise<readonly ClassifiedRun[]> {
  return createRunQuery(context)(selection);
}

/** The same for several reads. Later reads use what earlier ones have found out about the service. */
export function createRunQuery(
  context: QueryContext,
  { queries }: Pick<CompleteReaderOptions, 'queries'> = {},
): RunReader {
  const { environment, output, clock } = context;
  const classify = needed(environment, 'classify');
  const isHistory = readsHistory(environment);
  let readers: { readonly ids: string; readonly read: ReadComplete } | undefined;
  /** The job status is read job by job, and jobs may come and go. */
  const readerOf = (ids: readonly string[] | undefined): ReadComplete => {
    const key = ids === undefined ? 'all' : JSON.stringify(ids);
    if (readers?.ids !== key) {
      const { pageCap } = environment;
      readers = { ids: key, read: createCompleteReader(runSource(environment, ids), { pageCap, queries }) };
    }
    return readers.read;
  };
  let noted: string | undefined;
  let isClockNoted = false;
  return async ({ job, since, until, onRead, signal = context.signal }) => {
    const exact = job !== undefined && !job.includes('*') ? job : undefined;
    output.progress('Reading runs …');
    const read = readerOf(await jobIds({ environment, signal }, exact));
    const page = await read({ since, until, job: exact, signal });
    output.progress('');
    const misfit = isHistory ? historyMisfit(page) : undefined;
    if (misfit !== undefined) throw misfit;
    const { runs, unreadable, date } = page;
    const [unread, clocks] = [unreadableNote(page), clockNote(date, clock.date())];
    const notes = [unread, clocks].filter((note) => note !== undefined);
    if (onRead === undefined) {
      if (unread !== undefined && unread !== noted) output.note(unread);
      // The difference between the clocks varies a little.
      if (clocks !== undefined && !isClockNoted) output.note(clocks);
      noted = unread;
      isClockNoted ||= clocks !== undefined;
    } else onRead({ unreadable: unreadable.count, date, notes });
    const belongs = job === undefined ? () => true : jobPattern(job);
    return runs.flatMap((run) => {
      if (!belongs(run.job)) return [];
      const { record, ...facts } = run;
      const classified = classifyRun(classify, run);
      const details = classified.outcome === 'succeeded' ? '' : recordTexts(record, undefined).details;
      return [{ ...facts, ...classified, details }];
    });
  };
}

/** A test for names: `*` matches any text, every other character only itself. */
export function jobPattern(pattern: string): (name: string) => boolean {
  return wholePattern(pattern);
}
