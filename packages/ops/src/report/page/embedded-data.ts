import { cleanText, durationOf } from '@syncline/core/internal';
import { outcomes } from '@syncline/runs';
import { findingId } from '../compare-reports.ts';
import type { RunData } from '../browser/page.ts';
import type { EarlierReport } from '../earlier-report.ts';
import { wordsOf } from '../../insight/failures.ts';
import type { FleetReport, ReportRun } from '../report.ts';

/** Maximum length of a run's message in the table of runs, in characters. */
const longestWords = 200;
/** Maximum number of runs of a job: on its lane, and in its table with their keys. */
const mostRuns = 2_000;
const mostListed = 100;

/**
 * The JSON in the page: the data that the next report compares with, and the runs for the script in a compact form. A
 * run is five numbers: seconds since the report's first moment, duration in seconds or -1, index of the outcome, rows
 * or -1, and index of the message.
 */
export function embeddedData(report: FleetReport, shownJobs: number): EarlierReport & RunData {
  const words = new Map<string, number>();
  const wordNumber = (run: ReportRun): number => {
    const text = run.outcome === 'succeeded' ? '' : wordsOf(run, longestWords);
    const known = words.get(text);
    if (known !== undefined) return known;
    words.set(text, words.size);
    return words.size - 1;
  };
  const { environment, at, since, jobs, failures, lint } = report;
  const runs = jobs.slice(0, shownJobs).map((job) =>
    job.runs.slice(-mostRuns).flatMap((run) => {
      const { start, outcome, rows = -1 } = run;
      const duration = durationOf(run);
      const took = duration === undefined ? -1 : Math.round(duration / 1_000);
      return [Math.round((start - since) / 1_000), took, outcomes.indexOf(outcome), rows, wordNumber(run)];
    }),
  );
  const keys = jobs.slice(0, shownJobs).map((job) => job.runs.slice(-mostListed).map(({ key }) => cleanText(key, 100)));
  return {
    version: 1,
    environment,
    at,
    jobs: jobs.map(({ name, result }) => ({ name, result })),
    failures: failures.map(({ id, message }) => ({ id, message })),
    ...(lint === undefined ? {} : { findings: lint.rules.flatMap(({ findings }) => findings.map(findingId)) }),
    since,
    outcomes,
    runs,
    keys,
    words: [...words.keys()],
  };
}
