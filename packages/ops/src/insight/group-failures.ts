import { type DiagnosedRun, type FailedRun, fingerprintOfRun, isFailure, textsOf, wordsOf } from './failure.ts';
import type { Fingerprint } from './fingerprint.ts';
import { type Cause, type CauseRule, createCauseFinder } from './find-cause.ts';

/** Failures with the same cause. */
export interface FailureGroup {
  /** `unknown` if no rule matches; the failures then have one fingerprint */
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
 * Groups failures by the cause of the matching rule, and failures without one by fingerprint. Runs that did not fail
 * are left out.
 *
 * @returns the groups, largest first
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
  return collectFailures(runs, causes)
    .map(({ cause, fingerprints, runs: own }): FailureGroup => {
      const [first, last] = [own[0], own.at(-1)];
      return {
        cause,
        fingerprints,
        count: own.length,
        jobs: [...new Set(own.map(({ job }) => job))].sort(),
        first: first?.start ?? 0,
        last: last?.start ?? 0,
        example: { key: last?.key ?? '', job: last?.job ?? '', text: last === undefined ? '' : wordsOf(last, 300) },
      };
    })
    .sort((a, b) => b.count - a.count || b.last - a.last);
}

/** A group with its runs. */
export interface CollectedFailures<Run> extends Pick<FailureGroup, 'cause' | 'fingerprints'> {
  /** The same for the same cause, or for the same fingerprint if no rule matches */
  readonly id: string;
  /** At least one, the oldest first */
  readonly runs: readonly Run[];
}

/** The groups of `groupFailures` with their runs, in the order of their first run. */
export function collectFailures<Run extends FailedRun>(
  runs: readonly Run[],
  causes: readonly CauseRule[] = [],
): readonly CollectedFailures<Run>[] {
  const findCause = createCauseFinder(causes);
  const fingerprintOf = createFingerprinter();
  interface Group {
    readonly cause: Cause;
    readonly runs: Run[];
    readonly fingerprints: Map<string, { readonly id: string; readonly template: string; count: number }>;
  }
  const groups = new Map<string, Group>();
  for (const run of runs) {
    if (!isFailure(run)) continue;
    const { id, template } = fingerprintOf(run);
    const cause = findCause(textsOf(run));
    const key = cause.because === undefined ? id : JSON.stringify([cause.origin, cause.type]);
    const group: Group = groups.get(key) ?? { cause, runs: [], fingerprints: new Map() };
    groups.set(key, group);
    group.runs.push(run);
    const fingerprint = group.fingerprints.get(id) ?? { id, template, count: 0 };
    group.fingerprints.set(id, fingerprint);
    fingerprint.count += 1;
  }
  return [...groups].map(
    ([
      id,
      {
        cause: { because: _because, ...cause },
        runs: own,
        fingerprints,
      },
    ]) => ({
      id,
      cause,
      fingerprints: [...fingerprints.values()].sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1)),
      runs: own.sort((a, b) => a.start - b.start),
    }),
  );
}

/** Computes the fingerprints of many runs. Most have one of a few texts, which contain neither the job nor the key. */
function createFingerprinter(): (run: FailedRun) => Fingerprint {
  const known = new Map<string, Fingerprint>();
  return (run) => {
    const text = textsOf(run).texts[0]?.text ?? '';
    if (text.includes(run.job) || text.includes(run.key)) return fingerprintOfRun(run);
    const fingerprint = known.get(text) ?? fingerprintOfRun(run);
    known.set(text, fingerprint);
    return fingerprint;
  };
}
