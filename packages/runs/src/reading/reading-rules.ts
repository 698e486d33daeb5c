import { ConfigError } from '@syncline/core/errors';

/**
 * How impossible values that services send are read. Each rule is applied in `createRunParser`, and again
 * where runs enter from elsewhere: the caller's own source, a store whose rows were written before, an event, a function
 * that takes runs. After that, no run has such a value.
 *
 * | rule | what services send | what the run gets |
 * |---|---|---|
 * | `null-end` | an end of 0001-01-01, 1900-01-01, 1970-01-01T00:00Z or 9999-12-31, `""`, `"null"` | no end |
 * | `unreadable-end` | an end that is not a timestamp | no end |
 * | `early-end` | an end before the start | no end |
 * | `future-start` | a start more than 24 hours after the service's time | it does not move the latest start that is known |
 * | `unreadable-rows` | a negative number of rows, `"1,234"`, `"n/a"`, NaN | no number of rows |
 * | `blank-status` | no status, or only white space | an empty status, whose outcome is `unknown` |
 * | `repeated-key` | the same key twice in one response | the later one by end, otherwise by position |
 *
 * A record whose start is missing, cannot be read or is a null date is not a run, and is counted as unreadable.
 */
export type ReadingRule =
  | 'null-end'
  | 'unreadable-end'
  | 'early-end'
  | 'future-start'
  | 'unreadable-rows'
  | 'blank-status'
  | 'repeated-key';

/** How many records each rule was applied to. Rules that were not applied are left out. */
export type ReadingCounts = Readonly<Partial<Record<ReadingRule, number>>>;

const sentences: Readonly<Record<ReadingRule, readonly [single: string, several: string]>> = {
  'null-end': ['has a null date as its end; it was ignored', 'have a null date as their end; it was ignored'],
  'unreadable-end': [
    'has an end that is not a timestamp; it was ignored',
    'have an end that is not a timestamp; it was ignored',
  ],
  'early-end': ['ends before it starts; its end was ignored', 'end before they start; their end was ignored'],
  'future-start': [
    "starts more than a day after the service's time; it does not move the latest start",
    "start more than a day after the service's time; they do not move the latest start",
  ],
  'unreadable-rows': ['has an invalid row count; it was ignored', 'have an invalid row count; it was ignored'],
  'blank-status': ['has a blank status; its outcome is unknown', 'have a blank status; their outcome is unknown'],
  'repeated-key': [
    'repeats the key of another one in the same response; the one that ends later was used',
    'repeat the key of another one in the same response; the one that ends later was used',
  ],
};

/**
 * Describes the unusual values that a service sent and how they were read, with one sentence for each rule, such as
 * `12 records end before they start; their end was ignored`.
 *
 * @example
 * ```ts
 * import { describeReadings } from '@syncline/runs';
 *
 * describeReadings({ 'early-end': 12 }); // ['12 records end before they start; their end was ignored']
 * ```
 */
export function describeReadings(counts: ReadingCounts): readonly string[] {
  return readingRules.flatMap((rule) => {
    const count = counts[rule] ?? 0;
    const [single, several] = sentences[rule];
    return count === 0 ? [] : [count === 1 ? `1 record ${single}` : `${count} records ${several}`];
  });
}

/** Every rule, in the order of the table. */
export const readingRules = Object.keys(sentences) as readonly ReadingRule[];

/** Records that could not be read as runs. */
export interface UnreadableRecords {
  readonly count: number;
  /** What is wrong with the first; undefined if there is none */
  readonly problem: string | undefined;
  /** The keys of at most 10 of them, as far as they can be read */
  readonly keys?: readonly string[] | undefined;
}

const mostKeys = 10;

/** Counts the rules that are applied, and the records that are not runs, while responses are read. */
export class ReadingTally {
  readonly #counts = new Map<ReadingRule, number>();
  #unreadable: UnreadableRecords = { count: 0, problem: undefined };

  add(rule: ReadingRule, count = 1): void {
    this.#counts.set(rule, (this.#counts.get(rule) ?? 0) + count);
  }

  /** Counts a record that is not a run. */
  addUnreadable(problem: string, key: string | undefined): void {
    this.addPage({ unreadable: { count: 1, problem, keys: key === undefined ? [] : [key] } });
  }

  /** Adds what was counted in a page. */
  addPage({ unreadable, readings }: { unreadable: UnreadableRecords; readings?: ReadingCounts | undefined }): void {
    for (const rule of readingRules) if ((readings?.[rule] ?? 0) > 0) this.add(rule, readings?.[rule]);
    const { count, problem, keys = [] } = this.#unreadable;
    if (unreadable.count === 0) return;
    this.#unreadable = {
      count: count + unreadable.count,
      problem: problem ?? unreadable.problem,
      keys: [...keys, ...(unreadable.keys ?? [])].slice(0, mostKeys),
    };
  }

  /** What was counted, as the properties of a page. */
  get result(): { readonly unreadable: UnreadableRecords; readonly readings: ReadingCounts } {
    return { unreadable: this.#unreadable, readings: Object.fromEntries(this.#counts) };
  }
}

/** Earlier moments are null dates: the first days of the years 1 and 1900, in any time zone. */
export const earliestMoment = Date.UTC(1900, 0, 3);
/** This moment and later ones are null dates: the last day of the year 9999, in any time zone. */
export const latestMoment = Date.UTC(9999, 11, 30, 10);

/** Whether a moment stands for "none" in the formats and languages that have no empty date. */
function isNullMoment(milliseconds: number): boolean {
  return milliseconds === 0 || milliseconds < earliestMoment || milliseconds >= latestMoment;
}

const nullText =
  /^\s*(?:null|(?:0001|1900)-01-01.*|9999-12-31.*|1970-01-01(?:[Tt ]00:00(?::00(?:[.,]0+)?)?\s*(?:[Zz]|[+-]00(?::?00)?)?)?)?\s*$/;

/** Whether a text is empty, or a null date, in whatever time zone. */
export function isNullText(value: unknown): boolean {
  return typeof value === 'string' && nullText.test(value);
}

/** Whether a run can have started at this moment. Otherwise it is not a run. */
export function isStart(start: number): boolean {
  return !isNullMoment(start);
}

/** The end, or undefined if it cannot be the end of a run that started at `start`. */
export function correctEnd(start: number, end: number | undefined, tally?: ReadingTally): number | undefined {
  if (end === undefined || (end >= start && !isNullMoment(end))) return end;
  tally?.add(isNullMoment(end) ? 'null-end' : 'early-end');
  return undefined;
}

/** The number of rows, or undefined if it cannot be one. */
export function correctRows(rows: number | undefined, tally?: ReadingTally): number | undefined {
  if (rows === undefined || (rows >= 0 && rows < Number.POSITIVE_INFINITY)) return rows;
  tally?.add('unreadable-rows');
  return undefined;
}

/** The facts of a run to which the rules apply. */
interface RunFacts {
  readonly start: number;
  readonly end?: number | undefined;
  readonly rows?: number | undefined;
  readonly status?: string | undefined;
}

/** Applies the rules to a run from elsewhere. @returns undefined if it is not a run */
export function correctRun<Run extends RunFacts>(run: Run, tally?: ReadingTally): Run | undefined {
  if (!isStart(run.start)) return undefined;
  const end = correctEnd(run.start, run.end, tally);
  const rows = correctRows(run.rows, tally);
  const status = correctStatus(run.status, tally);
  return end === run.end && rows === run.rows && status === run.status ? run : { ...run, end, rows, status };
}

/** The status, which is empty if it is blank. Otherwise it stays as it came, because words are compared exactly. */
function correctStatus<Status extends string | undefined>(status: Status, tally?: ReadingTally): Status | '' {
  if (status === undefined || status === '' || status.trim() !== '') return status;
  tally?.add('blank-status');
  return '';
}

/**
 * Adds a run to those of the same response. Of several with one key, it keeps the one that ends last, or else the last.
 *
 * @throws ConfigError if the runs are of different jobs: the key does not identify a run, and runs would be lost
 */
export function keepRun<Run extends RunFacts & { readonly key: string; readonly job: string }>(
  runs: Map<string, Run>,
  run: Run,
  tally?: ReadingTally,
): void {
  const known = runs.get(run.key);
  if (known !== undefined) {
    if (known.job !== run.job)
      throw new ConfigError('key', 'must identify a run, and runs of different jobs have the same key');
    tally?.add('repeated-key');
    if (known.end !== undefined && run.end !== undefined && run.end < known.end) return;
  }
  runs.set(run.key, run);
}
