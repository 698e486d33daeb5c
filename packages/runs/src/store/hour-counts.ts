import type { Outcome } from '../outcome/outcome.ts';
import { correctEnd, correctRows } from '../reading/reading-rules.ts';
import type { StoredRun } from './stored-run.ts';

/** What the counts of an hour need to know of a run. */
type RunOfHour = Pick<StoredRun, 'job' | 'outcome' | 'start' | 'end' | 'rows'>;

/** Milliseconds in an hour. */
export const hourLength = 3_600_000;

/** The hour of a moment, in hours since 1970. */
export function hourOf(milliseconds: number): number {
  return Math.floor(milliseconds / hourLength);
}

/** The outcomes of ended runs, each with its column in the table `jobs`. */
export const endedOutcomes = ['succeeded', 'warned', 'partial', 'cancelled', 'failed'] as const;
/** The outcomes by which runs are counted, each with its column in the table `hours`. */
export const countedOutcomes = [...endedOutcomes, 'running', 'unknown'] as const;

/** How an engine writes what the roll-ups need. */
export interface RollUpDialect {
  /** The sum of the durations of rows of `runs` in seconds, to the millisecond; null if none has an end */
  readonly seconds: string;
  /** The value beyond all numbers */
  readonly infinity: string;
}

const columns = [...countedOutcomes, 'rows', 'seconds'];

/** Sums that change by a difference are below this limit, so that every millisecond and every row counts in them. */
const sumLimit = 2 ** 40;

/** Seconds with the error of a sum of fractions, as the whole number of milliseconds that they mean. */
const wholeMilliseconds = (seconds: string): string => `round(${seconds} * 1000)`;

/** Parts of statements about the columns of `hours`, in their order. */
export function countSql({ seconds, infinity }: RollUpDialect) {
  const counts = countedOutcomes.map((outcome) => `count(*) FILTER (WHERE outcome = '${outcome}')`);
  return {
    columns: columns.join(', '),
    /** Count rows of `runs`. */
    counts: [
      ...counts,
      `coalesce(sum(rows) FILTER (WHERE rows >= 0 AND rows < ${infinity}), 0)`,
      `coalesce(${seconds}, 0)`,
    ].join(', '),
    /** Add up rows of `hours`. */
    sums: [
      ...[...countedOutcomes, 'rows'].map((column) => `sum(${column})`),
      `sum(${wholeMilliseconds('seconds')}) / 1000`,
    ].join(', '),
    /**
     * Adds a difference to a row, whose table is called `h`. Nothing is written if the sums of the row are not as exact as
     * those of a difference: it has to be counted again.
     */
    add: `DO UPDATE SET ${[...countedOutcomes, 'rows'].map((column) => `${column} = h.${column} + excluded.${column}`).join(', ')},
      seconds = (${wholeMilliseconds('h.seconds')} + ${wholeMilliseconds('excluded.seconds')}) / 1000
      WHERE h.rows = round(h.rows) AND h.rows < ${sumLimit} AND h.seconds < ${sumLimit}`,
    /** Whether no run is counted in a row of `hours` */
    isEmpty: `${countedOutcomes.join(' + ')} = 0`,
  };
}

/** An hour of a job, in hours since 1970. */
export type JobHour = readonly [hour: number, job: string];

/** Differences for the columns of a row of `hours` or `hour_totals`, in their order. */
type Differences = readonly number[];

/** What a change does to the counts of the hours of jobs, and of the hours of all jobs together. */
export interface HourDifferences {
  readonly hours: readonly (readonly [hour: number, job: string, ...differences: Differences])[];
  readonly totals: readonly (readonly [hour: number, ...differences: Differences])[];
  /** The hours whose runs have to be counted again: a difference of their sums is not exact */
  readonly again: readonly JobHour[];
  /** The hours that have to be added up again from those of their jobs */
  readonly sumAgain: readonly number[];
  /** Those in which fewer runs are than before, so that none may be there any more */
  readonly fewer: readonly JobHour[];
}

/** The place of each count among the differences. */
const places = Object.fromEntries(countedOutcomes.map((outcome, place) => [outcome, place])) as Record<Outcome, number>;
const [rowsPlace, durationPlace] = [countedOutcomes.length, countedOutcomes.length + 1];

/** The differences of an hour, with the duration in milliseconds. */
type Sums = number[];
const emptySums = (): Sums => Array<number>(columns.length).fill(0);

/**
 * Adds up what a change does to the hours of its runs.
 *
 * A row count may be any number. Sums of whole numbers are exact, so that they can be changed by the difference; a sum with
 * a fraction depends on the order of its runs, which are therefore read again.
 */
export class HourChanges {
  readonly #hours = new Map<number, Map<string, Sums>>();

  /** @param sign - 1 for a run as it is, -1 for a run as it was */
  add({ job, outcome, start, end, rows }: RunOfHour, sign: 1 | -1): void {
    const hour = hourOf(start);
    let jobs = this.#hours.get(hour);
    if (jobs === undefined) this.#hours.set(hour, (jobs = new Map<string, Sums>()));
    let sums = jobs.get(job);
    if (sums === undefined) jobs.set(job, (sums = emptySums()));
    addTo(sums, places[outcome], sign);
    addTo(sums, rowsPlace, sign * exactly(correctRows(rows) ?? 0));
    addTo(sums, durationPlace, sign * exactly((correctEnd(start, end) ?? start) - start));
  }

  get differences(): HourDifferences {
    const hours: HourDifferences['hours'][number][] = [];
    const totals: HourDifferences['totals'][number][] = [];
    const again: JobHour[] = [];
    const sumAgain: number[] = [];
    const fewer: JobHour[] = [];
    for (const [hour, jobs] of this.#hours) {
      const total = emptySums();
      for (const [job, sums] of jobs) {
        for (const [place, sum] of sums.entries()) addTo(total, place, sum);
        if (!isExact(sums)) again.push([hour, job]);
        else if (isChange(sums)) {
          hours.push([hour, job, ...toRow(sums)]);
          if (runsOf(sums) < 0) fewer.push([hour, job]);
        }
      }
      if (!isExact(total)) sumAgain.push(hour);
      else if (isChange(total)) totals.push([hour, ...toRow(total)]);
    }
    return { hours, totals, again, sumAgain, fewer };
  }
}

function addTo(sums: Sums, place: number, difference: number): void {
  sums[place] = (sums[place] ?? 0) + difference;
}

/** The value, or NaN if it is no whole number of rows or milliseconds below the limit, so that its sum is not exact either. */
function exactly(value: number): number {
  return Number.isInteger(value) && value < sumLimit ? value : Number.NaN;
}

function isChange(sums: Sums): boolean {
  return sums.some((sum) => sum !== 0);
}

function isExact(sums: Sums): boolean {
  return Math.abs(sums[rowsPlace] ?? 0) < sumLimit && Math.abs(sums[durationPlace] ?? 0) < sumLimit;
}

/** How many runs have been added. */
function runsOf(sums: Sums): number {
  return sums.slice(0, countedOutcomes.length).reduce((sum, count) => sum + count, 0);
}

function toRow(sums: Sums): Differences {
  return sums.with(durationPlace, (sums[durationPlace] ?? 0) / 1_000);
}
