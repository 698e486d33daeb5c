import { ConfigError } from '@syncline/core';
import { readInventory } from '@syncline/jobs';
import { evaluateFreshness, type Freshness, type FreshnessPolicy, parseDuration } from '@syncline/runs';
import type { FreshnessEntry } from '../environment/environment.ts';
import type { Column } from '../print/column.ts';
import { formatDuration } from '../print/format-time.ts';
import { printRows } from '../print/print-rows.ts';
import { paint, type Style } from '../print/style.ts';
import { type ClassifiedRun, jobPattern, readRuns } from '../run/read-runs.ts';
import { toJUnitSuite } from '../print/to-junit.ts';
import type { CommandContext } from '../context/command-context.ts';
import { type ExitStatus, exitStatus, worstStatus } from './exit-status.ts';
import { parseMoment } from './moment.ts';

/** Options of `syncline freshness`. */
export interface FreshnessOptions {
  /** A job's name, with `*` for any text. @default all jobs that an entry of `freshness` fits */
  readonly job?: string | undefined;
  /**
   * How far back runs are read, which must be further than every limit: RFC 3339, or a duration before now.
   *
   * @default a day more than the longest limit, and at least '7d'
   */
  readonly since?: string | undefined;
  /** Whether a warning makes the exit status 1. @default 'error' */
  readonly failOn?: 'warn' | 'error' | undefined;
}

/** The freshness of one job. */
export interface JobFreshness extends Freshness {
  readonly job: string;
  readonly last: ClassifiedRun | undefined;
}

const styles: Readonly<Record<Freshness['result'], readonly [symbol: string, style: Style]>> = {
  pass: ['✓', 'green'],
  warn: ['!', 'yellow'],
  error: ['✗', 'red'],
  unknown: ['?', 'yellow'],
};

const columns: readonly Column<JobFreshness>[] = [
  {
    name: 'result',
    value: ({ result }) => result,
    text: ({ result }, view) => paint(`${styles[result][0]} ${result}`, styles[result][1], view),
  },
  { name: 'job', value: ({ job }) => job, minWidth: 12 },
  {
    name: 'age_ms',
    title: 'age',
    align: 'right',
    value: ({ ageMs }) => ageMs,
    text: ({ ageMs }) => (ageMs === undefined ? '' : formatDuration(ageMs)),
  },
  {
    name: 'missed',
    align: 'right',
    value: ({ missed }) => missed.map((tick) => new Date(tick).toISOString()),
    text: ({ missed }) => (missed.length === 0 ? '' : String(missed.length)),
  },
  {
    name: 'because',
    title: 'why',
    value: ({ because }) => because,
    text: ({ because }) => because.join(' '),
    minWidth: 20,
  },
];

/** `syncline freshness`: whether the data of each job is fresh, by the policies of the configuration. */
export async function freshness(options: FreshnessOptions, context: CommandContext): Promise<ExitStatus> {
  const { environment, output, clock } = context;
  const { failOn = 'error' } = options;
  if (failOn !== 'warn' && failOn !== 'error') throw new ConfigError('--fail-on', "must be 'warn' or 'error'");
  if (environment.freshness.length === 0)
    throw new ConfigError(
      'freshness',
      'must be set in the configuration for this command: which jobs must be how fresh',
    );
  const now = clock.date();
  const since = windowOf(environment.freshness, options.since, now);
  const runs = await readRuns(context, { job: options.job, since });
  const known = await knownJobs(context);
  const names = new Set([...known.keys(), ...runs.map(({ job }) => job)]);
  for (const { jobs } of environment.freshness) if (!jobs.includes('*')) names.add(jobs);
  const isWanted = jobPattern(options.job ?? '*');
  const rows = [...names]
    .filter(isWanted)
    .sort()
    .flatMap((job) => {
      const entry = environment.freshness.find(({ jobs }) => jobPattern(jobs)(job));
      if (entry === undefined) return [];
      const own = runs.filter((run) => run.job === job);
      const policy = policyOf(entry, known.get(job), since);
      return [{ ...evaluateFreshness(policy, own, now), job, last: own.at(-1) }];
    });
  await printRows(rows, {
    ...output,
    columns,
    empty: 'No job fits an entry of `freshness`.',
    reports: {
      junit: (list) =>
        toJUnitSuite(
          'freshness',
          list.map(({ job, result, because }) => ({
            name: job,
            failure:
              result === 'error' || (failOn === 'warn' && result === 'warn') ? because.join(' ') || 'stale' : undefined,
            error: result === 'unknown' ? because.join(' ') || 'unknown' : undefined,
          })),
        ),
    },
  });
  if (rows.length === 0) return exitStatus.unknown;
  return worstStatus(rows.map(({ result }) => statusOf(result, failOn)));
}

const day = 86_400_000;

/** From when on runs are read. A success that is older than the window would be taken for none. */
function windowOf(entries: readonly FreshnessEntry[], given: string | undefined, now: number): number {
  const limits = entries.flatMap(({ warn_after: warn, error_after: error }) =>
    [warn, error].flatMap((text) => (text === undefined ? [] : [{ text, ms: parseDuration('freshness', text) }])),
  );
  const longest = limits.reduce((most, limit) => (limit.ms > most.ms ? limit : most), { text: '0s', ms: 0 });
  if (given === undefined) return now - Math.max(7 * day, longest.ms + day);
  const since = parseMoment('--since', given, now);
  if (now - since <= longest.ms)
    throw new ConfigError(
      '--since',
      `must reach back further than every limit of \`freshness\`; the longest is ${longest.text}`,
    );
  return since;
}

function statusOf(result: Freshness['result'], failOn: 'warn' | 'error'): ExitStatus {
  switch (result) {
    case 'pass':
      return exitStatus.yes;
    case 'warn':
      return failOn === 'warn' ? exitStatus.no : exitStatus.yes;
    case 'error':
      return exitStatus.no;
    case 'unknown':
      return exitStatus.unknown;
  }
}

/** The jobs that workspaces list, with their cron expression where the definition could be read and is scheduled. */
async function knownJobs({
  environment,
  signal,
  output,
}: CommandContext): Promise<ReadonlyMap<string, string | undefined>> {
  const { v2, odata } = environment;
  if (v2 === undefined) return new Map();
  const { entries } = await readInventory({
    v2,
    odata: environment.freshness.some(({ cron }) => cron !== undefined) ? odata : undefined,
    signal,
    onProgress: ({ done, total }) => output.progress(`Reading jobs: ${done} of ${total} …`),
  });
  output.progress('');
  return new Map(
    entries.map((entry) => {
      const job = entry.kind === 'read' ? entry.job : undefined;
      const isScheduled = String(job?.Scheduled) === 'true';
      return [entry.name, isScheduled && job?.ScheduledCron ? String(job.ScheduledCron) : undefined];
    }),
  );
}

function policyOf(entry: FreshnessEntry, expression: string | undefined, since: number): FreshnessPolicy {
  const { warn_after: warnAfter, error_after: errorAfter, cron, early, grace, acceptWarned } = entry;
  const schedule =
    cron === undefined || expression === undefined ? {} : { cron: { ...cron, expression }, since: new Date(since) };
  return { warnAfter, errorAfter, early, grace, acceptWarned, ...schedule };
}
