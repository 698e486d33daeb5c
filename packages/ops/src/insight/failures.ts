import { cleanText, foldText, partPattern, wholePattern } from '@syncline/core/internal';
import { type Accessor, type Classification, type Outcome, outcomes } from '@syncline/runs';
import { type Fingerprint, fingerprintOf } from './fingerprint.ts';

/** A run with the texts that say why it failed, as the service sent them. */
export interface DiagnosedRun {
  readonly key: string;
  readonly job: string;
  readonly outcome: Outcome;
  readonly because: Classification['because'];
  readonly status: string;
  /** Empty if there is none */
  readonly error: string;
  /** Empty if there are none */
  readonly details: string;
  /** Milliseconds since 1970 */
  readonly start: number;
  readonly end: number | undefined;
}

/** Whether a run has ended without success. A warning is not a failure. */
export function isFailure({ outcome }: Pick<DiagnosedRun, 'outcome'>): boolean {
  return outcome === 'failed' || outcome === 'partial' || outcome === 'cancelled' || outcome === 'unknown';
}

/** The outcomes of failures. */
export const failedOutcomes: readonly Outcome[] = outcomes.filter((outcome) => isFailure({ outcome }));

/** How failures are grouped. */
export type FailedRun = Pick<DiagnosedRun, 'key' | 'job' | 'outcome' | 'status' | 'error' | 'start'> & {
  /** @default there are none */
  readonly details?: string | undefined;
};

/** The texts of a failure, the most informative first. */
export function textsOf({
  job,
  error,
  details = '',
  status,
}: Pick<FailedRun, 'job' | 'error' | 'details' | 'status'>): FailureTexts {
  const texts = [
    { in: 'error', text: error },
    { in: 'details', text: details },
    { in: 'status', text: status },
  ] as const;
  return { job, texts: texts.filter(({ text }) => text.trim() !== '') };
}

/** The most informative text of a run: its error, otherwise its details, otherwise its status. */
function bestText({ error, details = '', status }: Pick<FailedRun, 'error' | 'details' | 'status'>): string {
  return [error, details].find((text) => text.trim() !== '') ?? status;
}

/** The same, cleaned. */
export function wordsOf(run: Pick<FailedRun, 'error' | 'details' | 'status'>, limit = 500): string {
  return cleanText(bestText(run), limit);
}

/** The same with its lines, such as those of a stack trace. */
export function linesOf(run: Pick<FailedRun, 'error' | 'details' | 'status'>, limit: number): string {
  const lines = bestText(run)
    .split(/\r\n|\r|\n/)
    .map((line) => `${' '.repeat(line.search(/\S|$/))}${cleanText(line, limit)}`);
  const text = lines.join('\n').trim();
  // Not within a surrogate pair.
  return text.length <= limit ? text : `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/**
 * The fingerprint of a failure, and the text that it was computed from: the error, otherwise the details, otherwise the
 * status.
 */
export function fingerprintOfRun(run: FailedRun): Fingerprint & { readonly of: 'error' | 'details' | 'status' } {
  const [{ in: of, text } = { in: 'status' as const, text: '' }] = textsOf(run).texts;
  return { ...fingerprintOf(text, [run.job, run.key]), of: of === 'step' ? 'status' : of };
}

/** One entry of `causes` in `syncline.yaml`. */
export interface CauseRule {
  /** Where the cause is, in your own words, such as `source`, `network` or `credential` */
  readonly origin: string;
  /** What kind of cause it is, such as `timeout` */
  readonly type?: string | undefined;
  /**
   * The entry matches if the failure contains one of these texts, in upper or lower case; `*` matches any characters
   */
  readonly contains: readonly string[];
  /** Only for these jobs, by name; `*` matches any characters. @default all jobs */
  readonly jobs?: string | undefined;
  /** What to do about it */
  readonly advice?: string | undefined;
}

/** The fields that contain the texts of a failure. */
export type FailurePlace = 'error' | 'details' | 'status' | 'step';

/** The texts of a failure. */
export interface FailureTexts {
  readonly job: string;
  readonly texts: readonly { readonly in: FailurePlace; readonly text: string }[];
}

/** Why a run failed, according to the rules. */
export interface Cause {
  /** `unknown` if no rule matches */
  readonly origin: string;
  readonly type?: string | undefined;
  readonly advice?: string | undefined;
  /** The matching rule; absent if there is none */
  readonly because?:
    | {
        /** Its index in `causes`, from 0 */
        readonly rule: number;
        readonly contains: string;
        readonly in: FailurePlace;
      }
    | undefined;
}

/** How much of a text is searched, in characters. */
const longest = 4_000;

/**
 * Creates a function that finds the cause of a failure: each failure uses the first rule that matches it. The time is
 * linear in the length of the texts, of which the first 4,000 characters are searched.
 */
export function createCauseFinder(rules: readonly CauseRule[]): (failure: FailureTexts) => Cause {
  const prepared = rules.map(({ jobs, contains, ...cause }, rule) => ({
    fits: jobs === undefined ? () => true : wholePattern(jobs),
    patterns: contains.map((text) => ({ text, matches: partPattern(text) })),
    cause,
    rule,
  }));
  return ({ job, texts }) => {
    const bounded = texts.map((each) => ({ in: each.in, text: foldText(cleanText(each.text, longest)) }));
    for (const { fits, patterns, cause, rule } of prepared) {
      if (!fits(job)) continue;
      for (const { text: contains, matches } of patterns)
        for (const { in: source, text } of bounded)
          if (matches(text)) return { ...cause, because: { rule, contains, in: source } };
    }
    return { origin: 'unknown' };
  };
}

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
    .map(({ cause, fingerprints, runs: groupRuns }): FailureGroup => {
      const [first, last] = [groupRuns[0], groupRuns.at(-1)];
      return {
        cause,
        fingerprints,
        count: groupRuns.length,
        jobs: [...new Set(groupRuns.map(({ job }) => job))].sort(),
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
  return [...groups].map(([id, { cause, runs: own, fingerprints }]) => {
    const { because: _because, ...named } = cause;
    return {
      id,
      cause: named,
      fingerprints: [...fingerprints.values()].sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1)),
      runs: own.sort((a, b) => a.start - b.start),
    };
  });
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

/** The texts about a failure in a history record. Each is empty if there is none. */
export interface RecordTexts {
  readonly error: string;
  readonly details: string;
}

/**
 * The error and the details of a record. There is no error text if the accessor throws or returns anything else than a
 * text.
 *
 * @param error - `history.error` of the configuration
 */
export function recordTexts(record: unknown, error: Accessor<never> | undefined): RecordTexts {
  if (typeof record !== 'object' || record === null) return noTexts;
  return { error: errorOf(record, error), details: textOf(valueOf(record, 'details')) };
}

/** Of a run that needs none */
export const noTexts: RecordTexts = { error: '', details: '' };

/** The same for the record of a stored run, as JSON. */
export function storedTexts(raw: string, error: Accessor<never> | undefined): RecordTexts {
  try {
    return recordTexts(JSON.parse(raw), error);
  } catch {
    return noTexts;
  }
}

function errorOf(record: object, accessor: Accessor<never> | undefined): string {
  if (typeof accessor !== 'function') return typeof accessor === 'string' ? textOf(valueOf(record, accessor)) : '';
  try {
    return textOf((accessor as (record: object) => unknown)(record));
  } catch {
    return '';
  }
}

function valueOf(record: object, name: string): unknown {
  return Object.hasOwn(record, name) ? (record as Record<string, unknown>)[name] : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
