import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Outcome } from '../outcome/outcome.ts';
import { earliestMoment, latestMoment } from '../reading/reading-rules.ts';
import { countSql, type HourDifferences, hourLength, type JobHour } from '../store/hour-counts.ts';
import {
  addRuns,
  checkHourQuery,
  checkJobQuery,
  completeSummary,
  type CountedRun,
  type CountedSoFar,
  fromHourRow,
  fromJobRow,
  type HourQuery,
  type HourSummary,
  jobColumns,
  type JobQuery,
  type JobStreak,
  type JobSummary,
  type RollUpChange,
  type SummaryChange,
  type SummaryDraft,
  toJobRow,
} from '../store/roll-ups.ts';
import { failures, isFailure } from '../store/run-page.ts';
import type { RunPosition } from '../store/stored-run.ts';

/** Rows that an earlier version wrote pass the rules of reading: others are not runs. */
export const isRun = `start >= ${earliestMoment} AND start < ${latestMoment} AND start <> 0`;

const isEnd = `"end" >= start AND "end" <> 0 AND "end" < ${latestMoment}`;
const { columns, counts, sums, add, isEmpty } = countSql({
  seconds: `sum(CASE WHEN ${isEnd} THEN "end" - start END) / 1000.0`,
  infinity: '9e999',
});

const selectRuns = `SELECT key, job, outcome, start, "end" FROM runs WHERE job = ? AND ${isRun}`;
const hasEnded = "outcome NOT IN ('running', 'unknown')";
const newest = 'ORDER BY start DESC, key DESC';

/** A row of `runs` as the summaries of jobs read it: key, job, outcome, start and end. */
export type CountedRow = [key: string, job: string, outcome: CountedRun['outcome'], start: number, end: number | null];

export function toCountedRun([key, job, outcome, start, end]: CountedRow): CountedRun {
  return { key, job, outcome, start, end: end ?? undefined };
}

function* countedRuns(rows: Iterable<unknown>): Generator<CountedRun> {
  for (const row of rows) yield toCountedRun(row as CountedRow);
}

/** The tables `jobs`, `hours` and `hour_totals`. They are only changed within the transaction that changes `runs`. */
export class RollUps {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    // A missing table is an error now, and not when it is first read.
    database.prepare('SELECT * FROM jobs, hours, hour_totals');
  }

  /** Counts the changes of runs, after these were written. */
  apply(change: RollUpChange, summarize = (known: ReadonlyMap<string, JobSummary>) => change.summarize(known)): void {
    if (change.jobs.length === 0) return;
    this.#changeHours(change.hours);
    const known = new Map(this.readJobs({ jobs: change.jobs }).map((summary) => [summary.job, summary]));
    this.#writeJobs(summarize(known));
  }

  /** Counts the deletion of the oldest runs: of all that started before a moment, but for running ones. */
  prune(change: RollUpChange, before: number): void {
    const found = this.#prepare(
      `SELECT value AS job, (SELECT json_array(start, key) FROM runs WHERE job = value AND start >= ?2
         AND outcome NOT IN ('running', 'unknown') AND ${isRun} ORDER BY start, key LIMIT 1) AS first FROM json_each(?1)`,
    ).all(JSON.stringify(change.jobs), before) as unknown as { job: string; first: string | null }[];
    const first = new Map<string, RunPosition>();
    for (const { job, first: position } of found) {
      if (position === null) continue;
      const [start, key] = JSON.parse(position) as [number, string];
      first.set(job, { start, key });
    }
    this.apply(change, (known) => change.prune(known, before, first));
  }

  readJobs(query: JobQuery): readonly JobSummary[] {
    const checked = checkJobQuery(query);
    const rows =
      'jobs' in checked
        ? this.#prepare('SELECT * FROM jobs WHERE job IN (SELECT value FROM json_each(?)) ORDER BY job').all(
            JSON.stringify(checked.jobs),
          )
        : checked.after === undefined
          ? this.#prepare('SELECT * FROM jobs ORDER BY job LIMIT ?').all(checked.limit)
          : this.#prepare('SELECT * FROM jobs WHERE job > ? ORDER BY job LIMIT ?').all(checked.after, checked.limit);
    return rows.map(fromJobRow);
  }

  readHours(query: HourQuery): readonly HourSummary[] {
    const { first, end, jobs } = checkHourQuery(query);
    const rows =
      jobs === undefined
        ? this.#prepare('SELECT * FROM hour_totals WHERE hour >= ? AND hour < ? ORDER BY hour').all(first, end)
        : this.#prepare(
            `SELECT hours.* FROM hour_totals AS t CROSS JOIN json_each(?) AS wanted
             CROSS JOIN hours ON hours.hour = t.hour AND hours.job = wanted.value
             WHERE t.hour >= ? AND t.hour < ? ORDER BY hours.hour, hours.job`,
          ).all(JSON.stringify(jobs), first, end);
    return rows.map(fromHourRow);
  }

  /**
   * Counts a day of the runs that were there before the roll-ups, the oldest first.
   *
   * @returns how far it has come, from 0 to 1; undefined if nothing is left
   */
  countMore(): number | undefined {
    const text = this.#uncounted();
    if (text === undefined) return undefined;
    const { day: lastDay } = JSON.parse(String(text)) as CountedSoFar;
    if (lastDay === undefined) this.#prepare('DELETE FROM jobs').run();
    const day = this.#prepare('SELECT min(day) AS day FROM days WHERE day > ?').get(lastDay ?? -1e9)?.['day'];
    if (typeof day !== 'number') {
      this.#prepare("DELETE FROM store WHERE name = 'uncounted'").run();
      return undefined;
    }
    this.#countDay(day);
    this.#prepare("UPDATE store SET value = ? WHERE name = 'uncounted'").run(JSON.stringify({ day }));
    const counted = 'SELECT count(*) FILTER (WHERE day <= ?) * 1.0 / (count(*) + 1) AS share FROM days';
    return Number(this.#prepare(counted).get(day)?.['share']);
  }

  #uncounted(): unknown {
    return this.#prepare("SELECT value FROM store WHERE name = 'uncounted'").get()?.['value'];
  }

  #countDay(day: number): void {
    const hours = Array.from({ length: 24 }, (_, hour) => day * 24 + hour);
    const [since, until] = [day * 24 * hourLength, (day + 1) * 24 * hourLength];
    this.#prepare(
      `INSERT OR REPLACE INTO hours (hour, job, ${columns})
       SELECT (start - CAST(?1 AS INTEGER)) / ${hourLength} + CAST(?3 AS INTEGER), job, ${counts} FROM runs WHERE start >= ?1 AND start < ?2 AND ${isRun}
       GROUP BY 1, 2`,
    ).run(since, until, day * 24);
    this.#sumHours(hours);
    const names = this.#prepare('SELECT DISTINCT job FROM hours WHERE hour >= ? AND hour < ?').all(
      day * 24,
      day * 24 + 24,
    );
    const known = this.readJobs({ jobs: names.map(({ job }) => String(job)) });
    const summaries = new Map(known.map((summary) => [summary.job, summary]));
    const select = this.#prepare(
      `SELECT key, job, outcome, start, "end" FROM runs WHERE start >= ? AND start < ? AND ${isRun} ORDER BY start, key`,
      true,
    );
    addRuns(summaries, countedRuns(select.iterate(since, until)));
    this.#writeJobs({ write: [...summaries.values()], complete: [] });
  }

  #changeHours({ hours, totals, again, sumAgain, fewer }: HourDifferences): void {
    const values = columns.replaceAll(/\w+/g, '?');
    const addHour = this.#prepare(
      `INSERT INTO hours AS h (hour, job, ${columns}) VALUES (?, ?, ${values}) ON CONFLICT (hour, job) ${add}`,
    );
    const addTotal = this.#prepare(
      `INSERT INTO hour_totals AS h (hour, ${columns}) VALUES (?, ${values}) ON CONFLICT (hour) ${add}`,
    );
    const inexact = [...again];
    for (const row of hours) if (addHour.run(...row).changes === 0) inexact.push([row[0], row[1]]);
    const sums = new Set(sumAgain);
    for (const row of totals) if (addTotal.run(...row).changes === 0) sums.add(row[0]);
    if (fewer.length > 0) this.#removeEmpty(fewer);
    if (inexact.length > 0) this.#countHours(inexact);
    for (const [hour] of inexact) sums.add(hour);
    if (sums.size > 0) this.#sumHours([...sums]);
  }

  #removeEmpty(hours: readonly JobHour[]): void {
    const list = JSON.stringify(hours);
    this.#prepare(
      `DELETE FROM hours WHERE (hour, job) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?)) AND ${isEmpty}`,
    ).run(list);
    this.#prepare(`DELETE FROM hour_totals WHERE hour IN (SELECT value ->> 0 FROM json_each(?)) AND ${isEmpty}`).run(
      list,
    );
  }

  /** Reads the runs of these hours. */
  #countHours(hours: readonly JobHour[]): void {
    const list = JSON.stringify(hours);
    this.#prepare('DELETE FROM hours WHERE (hour, job) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))').run(
      list,
    );
    this.#prepare(
      `INSERT INTO hours (hour, job, ${columns})
       SELECT wanted.hour, wanted.job, ${counts}
       FROM (SELECT value ->> 0 AS hour, value ->> 1 AS job FROM json_each(?)) AS wanted
       CROSS JOIN runs ON runs.job = wanted.job AND start >= wanted.hour * ${hourLength}
         AND start < (wanted.hour + 1) * ${hourLength} AND ${isRun} GROUP BY wanted.hour, wanted.job`,
    ).run(list);
  }

  #sumHours(hours: readonly number[]): void {
    const list = JSON.stringify(hours);
    this.#prepare('DELETE FROM hour_totals WHERE hour IN (SELECT value FROM json_each(?))').run(list);
    this.#prepare(
      `INSERT INTO hour_totals (hour, ${columns})
       SELECT hour, ${sums} FROM hours WHERE hour IN (SELECT value FROM json_each(?)) GROUP BY hour`,
    ).run(list);
  }

  #writeJobs({ write, complete }: SummaryChange): void {
    const completed = complete.flatMap((draft) => this.#complete(draft) ?? []);
    const names = Object.keys(jobColumns) as (keyof typeof jobColumns)[];
    const insert = this.#prepare(`INSERT OR REPLACE INTO jobs VALUES (${names.map(() => '?').join()})`);
    for (const summary of [...write, ...completed]) {
      const row = toJobRow(summary);
      insert.run(...names.map((name) => row[name]));
    }
  }

  /**
   * Looks up what is missing in a summary. It reads the runs of the job from the newest one to the one that ends the streak at
   * most, however many there are, and deletes the row of a job without runs.
   */
  #complete(draft: SummaryDraft): JobSummary | undefined {
    const { job } = draft;
    const next = 'outcome = ? AND start >= ? AND (start, key) >= (?, ?)';
    const summary = completeSummary(draft, {
      last: () => this.#first(job, 'true', newest),
      running: () => this.#countRunning(job),
      lastStart: (outcome) => this.#lastStart(job, outcome),
      streak: () => this.#streakOf(job),
      firstOf: ({ outcome, first: { start, key } }) =>
        this.#first(job, next, 'ORDER BY start, key', outcome, start, start, key),
      lastEnded: () => this.#first(job, hasEnded, newest),
    });
    if (summary === undefined) this.#prepare('DELETE FROM jobs WHERE job = ?').run(job);
    return summary;
  }

  #streakOf(job: string): JobStreak | undefined {
    let streak: JobStreak | undefined;
    const rows = this.#prepare(`${selectRuns} AND ${hasEnded} ${newest}`, true).iterate(job);
    for (const { key, start, outcome } of countedRuns(rows)) {
      if (streak !== undefined && streak.outcome !== outcome) break;
      const first = { key, start };
      streak = { outcome, runs: (streak?.runs ?? 0) + 1, first, last: streak?.last ?? first };
    }
    return streak;
  }

  #first(job: string, condition: string, order: string, ...values: readonly (string | number)[]) {
    const row = this.#prepare(`${selectRuns} AND ${condition} ${order} LIMIT 1`, true).get(job, ...values);
    return row === undefined ? undefined : toCountedRun(row as unknown as CountedRow);
  }

  #lastStart(job: string, outcome: Outcome): number | undefined {
    const index = failures.includes(outcome) ? `AND ${isFailure}` : '';
    const found = this.#prepare(
      `SELECT start FROM runs WHERE job = ? AND outcome = ? ${index} AND ${isRun} ORDER BY start DESC LIMIT 1`,
    ).get(job, outcome);
    return found?.['start'] as number | undefined;
  }

  #countRunning(job: string): number {
    const sql = `SELECT count(*) AS count FROM runs WHERE job = ? AND outcome = 'running' AND ${isRun}`;
    return Number(this.#prepare(sql).get(job)?.['count']);
  }

  #prepare(sql: string, isArray = false): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      if (isArray) statement.setReturnArrays(true);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
