import { cleanText } from '@syncline/core';
import { type DiagnosedRun, fingerprintOfRun, isFailure, textsOf } from './failure.ts';
import { type Cause, type CauseRule, createCauseFinder } from './find-cause.ts';

/** Failures that have one cause. */
export interface FailureGroup {
  /** `unknown` if no rule fits; then the failures have one fingerprint */
  readonly cause: Pick<Cause, 'origin' | 'type' | 'advice'>;
  /** The fingerprints, the most frequent first: one, or several with the same cause */
  readonly fingerprints: readonly {
    readonly id: string;
    readonly template: string;
    readonly count: number;
  }[];
  readonly count: number;
  /** The jobs that failed, by name */
  readonly jobs: readonly string[];
  /** Milliseconds since 1970 */
  readonly first: number;
  readonly last: number;
  /** The latest failure, with its text as the service sent it, cleaned and at most 300 characters */
  readonly example: { readonly key: string; readonly job: string; readonly text: string };
}

/**
 * Groups failures: those to which a rule gives a cause by that cause, all others by their fingerprint. Runs that did not fail
 * are left out.
 *
 * @returns the groups, the largest first
 *
 * @example
 * ```ts
 * import { groupFailures } from '@syncline/ops';
 *
 * const facts = { outcome: 'failed', because: [], status: 'FAILED', details: '', start: 0, end: undefined } as const;
 * const groups = groupFailures([
 *   { ...facts, key: '1', job: 'Orders', error: 'Timed out after 30 s' },
 *   { ...facts, key: '2', job: 'Stock', error: 'Timed out after 31 s' },
 * ]);
 * console.log(groups.length, groups[0]?.count); // 1 2
 * ```
 */
export function groupFailures(
  runs: readonly DiagnosedRun[],
  causes: readonly CauseRule[] = [],
): readonly FailureGroup[] {
  const findCause = createCauseFinder(causes);
  interface Group {
    readonly cause: Cause;
    readonly runs: DiagnosedRun[];
    readonly fingerprints: Map<string, { readonly id: string; readonly template: string; count: number }>;
  }
  const groups = new Map<string, Group>();
  for (const run of runs) {
    if (!isFailure(run)) continue;
    const { id, template } = fingerprintOfRun(run);
    const cause = findCause(textsOf(run));
    const key = cause.because === undefined ? id : JSON.stringify([cause.origin, cause.type]);
    const group: Group = groups.get(key) ?? { cause, runs: [], fingerprints: new Map() };
    groups.set(key, group);
    group.runs.push(run);
    const fingerprint = group.fingerprints.get(id) ?? { id, template, count: 0 };
    group.fingerprints.set(id, fingerprint);
    fingerprint.count += 1;
  }
  return [...groups.values()]
    .map(({ cause: { because: _because, ...cause }, runs: own, fingerprints }): FailureGroup => {
      const sorted = [...own].sort((a, b) => a.start - b.start);
      const [first, last] = [sorted[0], sorted.at(-1)];
      return {
        cause,
        fingerprints: [...fingerprints.values()].sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1)),
        count: own.length,
        jobs: [...new Set(own.map(({ job }) => job))].sort(),
        first: first?.start ?? 0,
        last: last?.start ?? 0,
        example: {
          key: last?.key ?? '',
          job: last?.job ?? '',
          text: cleanText(last === undefined ? '' : (textsOf(last).texts[0]?.text ?? ''), 300),
        },
      };
    })
    .sort((a, b) => b.count - a.count || b.last - a.last);
}
