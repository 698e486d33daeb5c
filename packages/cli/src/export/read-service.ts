import { wholePattern } from '@syncline/core/internal';
import { classifyRun, createCompleteReader, type RunPage, type StoredRun, toStoredRun } from '@syncline/runs';
import type { CommandContext } from '../command/define-command.ts';
import { jobIds, requireInterface, runSource } from '@syncline/ops';
import type { ExportPage, ReadPages } from './export-page.ts';

/** The target number of runs in a page of the history. A larger page needs more memory but fewer requests. */
const wantedRuns = 5_000;
const firstWidth = 3_600_000;

/**
 * Reads the runs of a period from the service in parts, oldest first. It reads the history in time slices, whose length
 * adapts to the number of runs in them, or the job status job by job.
 *
 * @throws {ConfigError} when the configuration lacks what is requireInterface
 * @throws {IncompleteHistoryError} while reading, when the service leaves out records that cannot be requested
 */
export async function serviceRuns(
  context: CommandContext,
  { since, until, job = '*' }: { readonly since: number; readonly until: number; readonly job?: string | undefined },
): Promise<ReadPages> {
  const { environment, output, clock, signal } = context;
  const classify = requireInterface(environment, 'classify');
  const belongs = wholePattern(job);
  const exact = job.includes('*') ? undefined : job;
  const ids = exact === undefined ? await jobIds(context) : [exact];
  const source = runSource(environment, ids);
  // Records that a full page leaves out are requested, even if the limit of the service is not known.
  const readComplete = createCompleteReader(source, { pageCap: environment.pageCap });
  let isSlow = false;
  let counted = 0;
  const rowsOf = (page: RunPage): Pick<ExportPage, 'runs' | 'unreadable'> => {
    if (!isSlow && (page.filter === 'ignored' || page.filter === 'refused')) {
      isSlow = true;
      output.note(
        'The service does not filter its history by time, so the whole history is read for each part. This is slow.',
      );
    }
    const runs: StoredRun[] = page.runs
      .filter((run) => belongs(run.job))
      .map((run) => toStoredRun(run, classifyRun(classify, run).outcome, clock.date()));
    // Without a filter, each page contains all records, also those that were counted before.
    const unreadable = isSlow ? Math.max(0, page.unreadable.count - counted) : page.unreadable.count;
    counted += unreadable;
    return { runs, unreadable };
  };

  if (source.kind === 'status')
    return async function* (cursor) {
      const wanted = (ids ?? []).filter(belongs).sort();
      for (const [index, id] of wanted.entries()) {
        if (cursor !== undefined && id <= cursor) continue;
        const page = await readComplete({ since, until, job: id, signal });
        yield { ...rowsOf(page), cursor: id, share: (index + 1) / wanted.length, of: 'jobs' };
      }
    };
  return async function* (cursor) {
    let [from = since, width = firstWidth] = cursor?.split(' ').map(Number) ?? [];
    // An export that continues has counted all records of a service that does not filter.
    if (cursor !== undefined) counted = Number.POSITIVE_INFINITY;
    while (from < until) {
      const next = Math.min(from + width, until);
      const page = await readComplete({ since: from, until: next, job: exact, signal });
      const factor = page.runs.length === 0 ? 4 : Math.min(4, wantedRuns / page.runs.length);
      width = Math.max(1, Math.floor(width * factor));
      from = next;
      yield { ...rowsOf(page), cursor: `${from} ${width}`, share: (from - since) / (until - since), of: 'time' };
    }
  };
}
