import { cleanText } from '@syncline/core/internal';
import type { FieldChange, Finding } from '@syncline/jobs';
import { type DiagnosedRun, fingerprintOfRun, isFailure, textsOf } from './failure.ts';
import type { Fingerprint } from './fingerprint.ts';
import { type Cause, type CauseRule, findCause } from './find-cause.ts';

/** A fact that may not be known. */
export type Known<Value> =
  | { readonly isKnown: true; readonly value: Value }
  | {
      readonly isKnown: false;
      /** Why it is not known, and how to find it out */
      readonly because: string;
    };

/** A step of a run that did not succeed. Texts have no control characters; none is longer than 1,000 characters. */
export interface FailedStep {
  readonly task: string;
  readonly table: string;
  readonly status: string;
  readonly error: string;
  readonly details: string;
}

/** The facts about a run before it is diagnosed. */
export interface DiagnosisFacts {
  readonly run: DiagnosedRun;
  /** The runs of all jobs, in any order; the run itself may be included */
  readonly runs: readonly DiagnosedRun[];
  /** The moment since which all runs are known, in milliseconds since 1970 */
  readonly since: number;
  /** `causes` of the configuration. @default none */
  readonly causes?: readonly CauseRule[] | undefined;
  /** The steps of the run that failed */
  readonly steps: Known<readonly FailedStep[]>;
  /** What changed in the definition of the job since its last success */
  readonly changes: Known<readonly FieldChange[]>;
  /** The current findings of the linter in the job */
  readonly findings: Known<readonly Finding[]>;
}

/** Why a run failed, and what is known about similar failures. */
export interface Diagnosis {
  /** The run. Its texts have at most 1,000 characters, and no control characters */
  readonly run: DiagnosedRun;
  /** Whether the run has ended without success. Otherwise there is nothing to diagnose */
  readonly isFailure: boolean;
  readonly cause: Cause;
  readonly fingerprint: Fingerprint & { readonly of: 'error' | 'details' | 'status' };
  /** The failures with this fingerprint since `since`, this one included. Times are milliseconds since 1970 */
  readonly seen: {
    readonly count: number;
    readonly jobs: number;
    readonly first: number;
    readonly last: number;
    readonly since: number;
  };
  /** The last success of the job before the run; undefined if none is known */
  readonly lastGood: Pick<DiagnosedRun, 'key' | 'start'> | undefined;
  /** How many runs of the job in a row have failed, up to this one */
  readonly failuresInARow: number;
  readonly steps: Known<readonly FailedStep[]>;
  readonly changes: Known<readonly FieldChange[]>;
  readonly findings: Known<readonly Finding[]>;
}

/**
 * Diagnoses a run: the cause according to your rules, how often the same failure occurred, the last success before it,
 * and what has changed since. It is a pure function; `readDiagnosis` collects the facts.
 *
 * @example
 * ```ts
 * import { diagnose } from '@syncline/ops';
 *
 * const run = {
 *   key: '7',
 *   job: 'Orders',
 *   outcome: 'failed' as const,
 *   because: [],
 *   status: 'FAILED',
 *   error: 'Login failed for user 17',
 *   details: '',
 *   start: Date.parse('2026-03-02T08:00:00Z'),
 *   end: undefined,
 * };
 * const unknown = { isKnown: false, because: 'nobody asked' } as const;
 * const causes = [{ origin: 'credential', contains: ['login failed'] }];
 * const facts = { run, runs: [run], since: 0, causes, steps: unknown, changes: unknown, findings: unknown };
 * console.log(diagnose(facts).cause.origin); // credential
 * ```
 */
export function diagnose({ run, runs, since, causes = [], steps, changes, findings }: DiagnosisFacts): Diagnosis {
  const fingerprint = fingerprintOfRun(run);
  const all = [...runs.filter(({ key, job }) => key !== run.key || job !== run.job), run];
  const alike = isFailure(run)
    ? all.filter((each) => isFailure(each) && fingerprintOfRun(each).id === fingerprint.id)
    : [run];
  const lastGood = findLastGood(run, all);
  const isSince = ({ job, start }: DiagnosedRun) =>
    job === run.job && start <= run.start && start > (lastGood?.start ?? -Infinity);
  const { job, texts } = textsOf(run);
  const stepTexts = (steps.isKnown ? steps.value : []).flatMap(({ error, details }) =>
    [error, details].filter((text) => text !== '').map((text) => ({ in: 'step' as const, text })),
  );
  return {
    run: shown(run),
    isFailure: isFailure(run),
    cause: findCause(isFailure(run) ? causes : [], { job, texts: [...texts, ...stepTexts] }),
    fingerprint,
    seen: {
      count: alike.length,
      jobs: new Set(alike.map((each) => each.job)).size,
      // A list of this length cannot be passed as arguments.
      first: alike.reduce((first, { start }) => Math.min(first, start), run.start),
      last: alike.reduce((last, { start }) => Math.max(last, start), run.start),
      since: Math.min(since, run.start),
    },
    lastGood: lastGood && { key: lastGood.key, start: lastGood.start },
    failuresInARow: all.filter((each) => isSince(each) && isFailure(each)).length,
    steps,
    changes,
    findings,
  };
}

/**
 * The last success of the job before a run, or the run itself if it succeeded. A run that started at the same moment is
 * not before it.
 *
 * @param runs - the runs of all jobs, in any order
 */
export function findLastGood(run: DiagnosedRun, runs: readonly DiagnosedRun[]): DiagnosedRun | undefined {
  let last: DiagnosedRun | undefined;
  for (const each of runs) {
    const isEarlier = each.start < run.start || each.key === run.key;
    if (each.job === run.job && isEarlier && (each.outcome === 'succeeded' || each.outcome === 'warned'))
      if (last === undefined || each.start >= last.start) last = each;
  }
  return last;
}

function shown(run: DiagnosedRun): DiagnosedRun {
  const { status, error, details } = run;
  return { ...run, status: cleanText(status, 200), error: cleanText(error, 1_000), details: cleanText(details, 1_000) };
}
