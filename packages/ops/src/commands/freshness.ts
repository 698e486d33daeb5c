import { ConfigError } from '@syncline/core';
import type { Freshness } from '@syncline/runs';
import { evaluateJobs, freshnessWindow, type JobFreshness, readSchedules } from '../freshness/evaluate-jobs.ts';
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

const styles: Readonly<Record<Freshness['result'], readonly [symbol: string, style: Style]>> = {
  pass: ['✓', 'green'],
  warn: ['!', 'yellow'],
  error: ['✗', 'red'],
  unknown: ['?', 'yellow'],
};

const columns: readonly Column<JobFreshness<ClassifiedRun>>[] = [
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
  const given = options.since === undefined ? undefined : parseMoment('--since', options.since, now);
  const since = freshnessWindow(environment.freshness, given, now);
  const runs = await readRuns(context, { job: options.job, since });
  const known = await readSchedules(context);
  const isWanted = jobPattern(options.job ?? '*');
  const rows = evaluateJobs({ entries: environment.freshness, known, runs, since, now, isWanted });
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
