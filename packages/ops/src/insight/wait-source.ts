import { createCompleteReader, type RunPage, type RunSource } from '@syncline/runs';
import type { QueryContext } from './query-context.ts';
import { runSource } from '../environment/needed.ts';
import { clockNote } from './clock-note.ts';
import { historyMisfit, unreadableNote } from './unreadable-records.ts';

/** What a wait needs of its source. */
export interface WaitSourceOptions {
  /** The job; undefined if the token of the wait names it */
  readonly job: string | undefined;
  /** Whether no other process began the wait */
  readonly isNew: boolean;
  /** The moment after which the run must have started, by this machine's clock; undefined if the run has a key */
  readonly after: number | undefined;
}

/**
 * The source of a wait. It says what could not be read as runs, and whether the clocks differ. If the service's clock is
 * ahead, it leaves out the runs that only seem to have started after a moment of this machine's clock.
 *
 * @throws {ConfigError} when the configuration lacks what is needed. A new wait rejects with it if the configuration
 *   fits no record
 */
export function waitSource(
  { job, isNew, after }: WaitSourceOptions,
  { environment, clock, output }: QueryContext,
): RunSource {
  const source = runSource(environment, job === undefined ? undefined : [job]);
  const readComplete = createCompleteReader(source, { pageCap: environment.pageCap });
  // The first read of a new wait is of a week. In a short period, all records may be unreadable by chance.
  let isLong = source.kind === 'history' && isNew;
  const noted = new Set<string>();
  const say = (subject: string, text: string | undefined): void => {
    if (text === undefined || noted.has(subject)) return;
    noted.add(subject);
    output.progress('');
    output.note(text);
  };
  return {
    kind: source.kind,
    read: async (query) => {
      const page = await readComplete(query);
      const misfit = isLong ? historyMisfit(page) : undefined;
      if (misfit !== undefined) throw misfit;
      isLong = false;
      const unread = unreadableNote(page);
      say('records', unread && `${unread} The run may be among them.`);
      const now = clock.date();
      say('clocks', clockNote(page.date, now));
      const ahead = (page.date ?? now) - now;
      return after === undefined || ahead <= 0 ? page : { ...page, runs: startedAfter(page, after, ahead) };
    },
  };
}

/** Without the runs that started before a moment of this machine's clock, but after it by the service's clock. */
function startedAfter({ runs }: RunPage, after: number, ahead: number): RunPage['runs'] {
  const second = (at: number): number => Math.floor(at / 1_000) * 1_000;
  const from = after + ahead;
  // A start in whole seconds may be up to a second earlier than the run itself.
  return runs.filter(({ start }) => start < second(after) || start >= (start % 1_000 === 0 ? second(from) : from));
}
