import { type Classification, classifyRun, type Outcome, type RunSource, type SourceRun } from '@syncline/runs';
import { needed, runSource } from '../environment/needed.ts';
import { wholePattern } from '../pattern/text-pattern.ts';
import type { CommandContext } from '../context/command-context.ts';

/** A run with what became of it. */
export interface ClassifiedRun extends Omit<SourceRun, 'record'> {
  readonly outcome: Outcome;
  readonly because: Classification['because'];
}

/** Which runs a command reads. */
export interface RunSelection {
  /** The name of a job (history) or its id (job status), with `*` for any text. @default all jobs */
  readonly job?: string | undefined;
  /** Runs that started at this moment or later, in milliseconds since 1970 */
  readonly since: number;
  readonly until?: number | undefined;
}

/**
 * Reads the runs of an environment and says what became of each, the oldest first. A record that cannot be read as a run is
 * left out, and a note says how many there are.
 *
 * @throws {ConfigError} when the configuration lacks what is needed; what the client throws
 */
export async function readRuns(context: CommandContext, selection: RunSelection): Promise<readonly ClassifiedRun[]> {
  const { environment, output, signal } = context;
  const classify = needed(environment, 'classify');
  const { job, since, until } = selection;
  const exact = job !== undefined && !job.includes('*') ? job : undefined;
  const source: RunSource = runSource(environment, exact === undefined ? await jobIds(context) : [exact]);
  output.progress('Reading runs …');
  const { runs, unreadable } = await source.read({ since, until, job: exact, signal });
  output.progress('');
  if (unreadable.count > 0)
    output.note(
      `${unreadable.count} history records are not runs as the configuration describes them: ${unreadable.problem}.`,
    );
  const belongs = job === undefined ? () => true : jobPattern(job);
  return runs.flatMap((run) => {
    if (!belongs(run.job)) return [];
    const { record: _record, ...facts } = run;
    return [{ ...facts, ...classifyRun(classify, run) }];
  });
}

/** The ids of all jobs, which the job status needs; undefined where the history returns all jobs at once. */
async function jobIds({ environment, signal }: CommandContext): Promise<readonly string[] | undefined> {
  const { odata, history, v2 } = environment;
  if ((odata !== undefined && history !== undefined) || v2 === undefined) return undefined;
  const workspaces = await v2.workspaces.list({ signal });
  const ids = workspaces.flatMap(({ jobs = [] }) => jobs.map(({ id }) => id));
  return [...new Set(ids.filter((id) => id !== undefined))];
}

/** A test for names: `*` stands for any text, everything else for itself. */
export function jobPattern(pattern: string): (name: string) => boolean {
  return wholePattern(pattern);
}
