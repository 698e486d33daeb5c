import { cleanText, durationOf } from '@syncline/core/internal';
import { outcomes } from '@syncline/runs';
import { type EarlierReport, findingId } from '../earlier-report.ts';
import type { RunData } from '../browser/page.ts';
import { wordsOf } from '../../insight/failures.ts';
import { type FleetReport, type PageLimits, type ReportJob, type ReportRun, shownJobs } from '../report.ts';

/** Maximum length of a run's message in the table of runs, in characters. */
const longestWords = 200;
/** Maximum number of runs of a job in its table, with their keys. */
const mostListed = 100;

/** How many runs of a job are in its table. */
export function countListed(runs: ReportJob['runs'], limits: PageLimits): number {
  return Math.min(runs.length, mostListed, limits.runs);
}

/**
 * The JSON in the page: the data that the next report compares with, and the runs for the script in a compact form. A
 * run is five numbers: seconds since the report's first moment, duration in seconds or -1, index of the outcome, rows
 * or -1, and index of the message.
 */
export function embeddedData(report: FleetReport, limits: PageLimits): EarlierReport & RunData {
  const { runs: mostRuns, isLive } = limits;
  const shown = shownJobs(report, limits);
  const words = new Map<string, number>();
  const wordNumber = (run: ReportRun): number => {
    const text = run.outcome === 'succeeded' ? '' : wordsOf(run, longestWords);
    const known = words.get(text);
    if (known !== undefined) return known;
    words.set(text, words.size);
    return words.size - 1;
  };
  const { environment, at, since, jobs, failures, lint } = report;
  const runs = shown.map((job) => {
    const numbers: number[] = [];
    for (const run of job.runs.slice(-mostRuns)) {
      const { start, outcome, rows = -1 } = run;
      const duration = durationOf(run);
      const took = duration === undefined ? -1 : Math.round(duration / 1_000);
      numbers.push(Math.round((start - since) / 1_000), took, outcomes.indexOf(outcome), rows, wordNumber(run));
    }
    return numbers;
  });
  const keys = shown.map(({ runs: all }) =>
    all.slice(all.length - countListed(all, limits)).map(({ key }) => cleanText(key, 100)),
  );
  return {
    version: 1,
    environment,
    at,
    // No report is compared with a live page.
    jobs: (isLive ? [] : jobs).map(({ name, result }) => ({ name, result })),
    failures: (isLive ? [] : failures).map(({ id, message }) => ({ id, message })),
    ...(lint === undefined || isLive
      ? {}
      : { findings: lint.rules.flatMap(({ findings }) => findings.map(findingId)) }),
    since,
    outcomes,
    runs,
    keys,
    counts: shown.map((job) => job.count ?? job.runs.length),
    words: [...words.keys()],
  };
}
