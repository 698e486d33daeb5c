import { cleanText } from '@syncline/core';
import type { ReportFailures, ReportRun } from './report.ts';

/** Whether a run did not do what it should: it failed, as a whole or in part, or nobody can tell. */
export function isFailure({ outcome }: Pick<ReportRun, 'outcome'>): boolean {
  return outcome === 'failed' || outcome === 'partial' || outcome === 'unknown';
}

/** What the service says of a run: its error, or else its status word. */
export function wordsOf({ error, status }: Pick<ReportRun, 'error' | 'status'>, limit = 500): string {
  return cleanText(error === '' ? status : error, limit);
}

/**
 * Groups the failures among runs by their words. Numbers do not count, so that "2 of 24 Tasks Failed" and "3 of 9 Tasks
 * Failed" are one reason.
 *
 * @param runs - in any order
 * @returns the groups, the one with the latest run first
 */
export function groupFailures(runs: readonly ReportRun[]): readonly ReportFailures[] {
  const groups = new Map<string, ReportRun[]>();
  for (const run of runs.filter(isFailure).sort((one, other) => one.start - other.start)) {
    const fingerprint = wordsOf(run).replace(/\d+/g, '#').toLowerCase();
    const known = groups.get(fingerprint);
    if (known === undefined) groups.set(fingerprint, [run]);
    else known.push(run);
  }
  return sortGroups(
    [...groups].map(([fingerprint, own]) => ({ fingerprint, message: wordsOf(own.at(-1) ?? own[0]!), runs: own })),
  );
}

/** The groups, the one with the latest run first. */
export function sortGroups(groups: readonly ReportFailures[]): readonly ReportFailures[] {
  const latest = ({ runs }: ReportFailures): number => runs.at(-1)?.start ?? 0;
  return [...groups].sort((one, other) => latest(other) - latest(one) || other.runs.length - one.runs.length);
}
