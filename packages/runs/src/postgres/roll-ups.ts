import { earliestMoment, latestMoment } from '../reading/reading-rules.ts';
import {
  countedOutcomes,
  countSql,
  endedOutcomes,
  type HourDifferences,
  hourLength,
  type JobHour,
} from '../store/hour-counts.ts';
import {
  addRuns,
  type ChangedRun,
  checkHourQuery,
  checkJobQuery,
  completeSummary,
  type CountedRun,
  type CountedSoFar,
  fromHourRow,
  fromJobRow,
  isLastMissing,
  type HourQuery,
  type HourSummary,
  jobColumns,
  type JobQuery,
  type JobStreak,
  type JobSummary,
  missingOutcomes,
  type RollUpChange,
  type SummaryChange,
  type SummaryDraft,
  type SummaryPart,
  summarizeJobs,
  toJobRow,
} from '../store/roll-ups.ts';
import { failures, isFailure } from '../store/run-page.ts';
import type { RunPosition } from '../store/stored-run.ts';
import type { MonthOfRuns } from './partitions.ts';
import type { CheckedQuery, PostgresRow } from './postgres-database.ts';

/** The columns in types that all drivers return in the same way: text and double precision. */
const milliseconds = (column: string): string => `round(extract(epoch from ${column}) * 1000)::float8`;
const moment = (expression: string): string => `to_timestamp(${expression}::float8 / 1000)`;
const time = (at: number): string => `to_timestamp(${at / 1_000})`;

/** Rows that an earlier version wrote pass the rules of reading: others are not runs. */
export const isRun = `start >= ${time(earliestMoment)} AND start < ${time(latestMoment)} AND start <> ${time(0)}`;
/** The columns of a run that is counted. */
const counted = `key, job, outcome, ${milliseconds('start')} AS start, ${milliseconds('"end"')} AS "end"`;
/** The columns of a run that changes. */
export const changed = `${counted}, rows`;

const isOver = "outcome NOT IN ('running', 'unknown')";
const isEnd = `"end" >= start AND "end" <> ${time(0)} AND "end" < ${time(latestMoment)}`;
const { columns, counts, sums, add, isEmpty } = countSql({
  // Of moments as they are read: a fraction of a millisecond is not counted.
  seconds: `(sum(round(extract(epoch from "end") * 1000) - round(extract(epoch from start) * 1000))
    FILTER (WHERE ${isEnd}) / 1000)::float8`,
  infinity: "'Infinity'",
});
const hourOf = (column: string): string => `floor(extract(epoch from ${column}) / 3600)::int`;
const update = (names: string): string =>
  names
    .split(', ')
    .map((name) => `${name} = excluded.${name}`)
    .join(', ');

/**
 * Lists of values, each passed as JSON, next to each other. The server reads them in half the time of a list of objects.
 *
 * @param first - the number of the first parameter
 */
export const lists = (first: number, count: number): string =>
  Array.from({ length: count }, (_, at) => `json_array_elements_text($${first + at}::text::json)`).join(', ');

const summaryNames = Object.keys(jobColumns) as (keyof typeof jobColumns)[];
const summaries = summaryNames
  .map((name) => {
    const type = jobColumns[name];
    return type === 'time'
      ? `${milliseconds(name)} AS ${name}`
      : type === 'number'
        ? `${name}::float8 AS ${name}`
        : name;
  })
  .join(', ');
const hours = ['hour', ...countedOutcomes].map((name) => `h.${name}::float8 AS ${name}`).join(', ');
const names = (parameter: string): string => `ARRAY(SELECT json_array_elements_text(${parameter}::text::json))`;
const numbers = (parameter: string): string => `ARRAY(SELECT json_array_elements_text(${parameter}::text::json)::int)`;
const jobHours = `(SELECT (pair ->> 0)::int AS hour, pair ->> 1 AS job FROM json_array_elements($2::text::json) AS pair) AS wanted`;

const columnNames = columns.split(', ');
const hourNames = ['hour', 'job', ...columnNames];
const totalNames = ['hour', ...columnNames];
/** Differences whose columns are passed as JSON lists. */
const differences = (firstParameter: number, names: readonly string[]): string => {
  const typed = names.map((name) => {
    const type = name === 'job' ? 'text' : name === 'rows' || name === 'seconds' ? 'float8' : 'int';
    return `${name}::${type} AS ${name}`;
  });
  return `SELECT ${typed.join(', ')} FROM ROWS FROM (${lists(firstParameter, names.length)}) AS d (${names.join(', ')})`;
};

/** The statements of the roll-ups. `$1` is the environment in each. */
function createRollUpStatements(schema: string) {
  const [runs, jobs, jobHoursTable, totals] = ['runs', 'jobs', 'hours', 'hour_totals'].map(
    (table) => `${schema}.${table}`,
  );
  const writes = summaryNames.map((name) => (jobColumns[name] === 'time' ? moment(name) : name)).join(', ');
  const types = summaryNames
    .map((name) => `${name} ${{ text: 'text', time: 'float8', number: 'int' }[jobColumns[name]]}`)
    .join(', ');
  const wantedJobs = 'json_array_elements_text($2::text::json) AS wanted';
  const ofJob = 'environment = $1 AND job = wanted';
  const position = `SELECT key, ${milliseconds('start')} AS start FROM ${runs}`;
  const [newest, oldest] = [`${runs}.start DESC, key DESC`, `${runs}.start, key`];
  const inStreak = `start >= coalesce(o.start, '-infinity') AND (start, key) > (coalesce(o.start, '-infinity'), coalesce(o.key, ''))
        AND ${isOver} AND ${isRun}`;
  return {
    /** $2 names of jobs */
    jobs: `SELECT ${summaries} FROM ${jobs} WHERE environment = $1 AND job = ANY(${names('$2')}) ORDER BY job`,
    /** $2 job or null, $3 limit */
    jobPage: `SELECT ${summaries} FROM ${jobs} WHERE environment = $1 AND ($2::text IS NULL OR job > $2::text)
      ORDER BY job LIMIT $3::float8`,
    /** $2 first hour, $3 end */
    totals: `SELECT ${hours}, rows, seconds FROM ${totals} AS h
      WHERE environment = $1 AND hour >= $2::float8 AND hour < $3::float8 ORDER BY h.hour`,
    /** $2 first hour, $3 end, $4 names of jobs */
    hours: `SELECT ${hours}, h.job, h.rows, h.seconds FROM ${totals} AS t
      CROSS JOIN json_array_elements_text($4::text::json) AS wanted
      JOIN ${jobHoursTable} AS h ON h.environment = $1 AND h.hour = t.hour AND h.job = wanted
      WHERE t.environment = $1 AND t.hour >= $2::float8 AND t.hour < $3::float8 ORDER BY h.hour, h.job`,
    /**
     * $2 and more: the columns of differences of hours and of totals. Returns the hours and totals that could not be
     * added exactly.
     */
    addHours: `WITH d AS (${differences(2, hourNames)}), t AS (${differences(2 + hourNames.length, totalNames)}),
      hours AS (INSERT INTO ${jobHoursTable} AS h (environment, hour, job, ${columns}) SELECT $1, hour, job, ${columns} FROM d
        ON CONFLICT (hour, job, environment) ${add} RETURNING hour, job),
      totals AS (INSERT INTO ${totals} AS h (environment, hour, ${columns}) SELECT $1, hour, ${columns} FROM t
        ON CONFLICT (hour, environment) ${add} RETURNING hour)
      SELECT hour, job FROM d WHERE (hour, job) NOT IN (SELECT hour, job FROM hours)
      UNION ALL SELECT hour, NULL FROM t WHERE hour NOT IN (SELECT hour FROM totals)`,
    /** $2 pairs of hour and job */
    removeEmptyHours: `DELETE FROM ${jobHoursTable} AS h USING ${jobHours}
      WHERE environment = $1 AND h.hour = wanted.hour AND h.job = wanted.job AND ${isEmpty}`,
    /** $2 hours as JSON */
    removeEmptyTotals: `DELETE FROM ${totals} WHERE environment = $1 AND hour = ANY(${numbers('$2')}) AND ${isEmpty}`,
    /** $2 pairs of hour and job */
    removeHours: `DELETE FROM ${jobHoursTable} AS h USING ${jobHours}
      WHERE environment = $1 AND h.hour = wanted.hour AND h.job = wanted.job`,
    /** $2 pairs of hour and job, whose rows were removed */
    countHours: `INSERT INTO ${jobHoursTable} (environment, hour, job, ${columns})
      SELECT $1, wanted.hour, wanted.job, ${columns} FROM ${jobHours} CROSS JOIN LATERAL (
        SELECT ${counts}, count(*) FROM ${runs} WHERE environment = $1 AND job = wanted.job
          AND start >= to_timestamp(wanted.hour * 3600::float8)
          AND start < to_timestamp((wanted.hour + 1) * 3600::float8) AND start <> ${time(0)}) AS c (${columns}, found)
      WHERE found > 0`,
    /** $2 first hour, $3 end. For rows that were there before the roll-ups. */
    countPeriod: `INSERT INTO ${jobHoursTable} (environment, hour, job, ${columns})
      SELECT $1, ${hourOf('start')}, job, ${counts} FROM ${runs} WHERE environment = $1
        AND start >= to_timestamp($2::float8 * 3600) AND start < to_timestamp($3::float8 * 3600) AND ${isRun} GROUP BY 2, 3
      ON CONFLICT (environment, hour, job) DO UPDATE SET ${update(columns)}`,
    /** $2 hours as JSON */
    removeTotals: `DELETE FROM ${totals} WHERE environment = $1 AND hour = ANY(${numbers('$2')})`,
    /** $2 hours as JSON, whose rows were removed */
    sumHours: `INSERT INTO ${totals} (environment, hour, ${columns}) SELECT $1, hour, ${sums} FROM ${jobHoursTable}
      WHERE environment = $1 AND hour = ANY(${numbers('$2')}) GROUP BY hour`,
    /** $2 rows as JSON */
    writeJobs: `INSERT INTO ${jobs} (environment, ${summaryNames.join(', ')})
      SELECT $1, ${writes} FROM json_to_recordset($2::text::json) AS r (${types})
      ON CONFLICT (environment, job) DO UPDATE SET ${update(summaryNames.slice(1).join(', '))}`,
    /** $2 names of jobs */
    removeJobs: `DELETE FROM ${jobs} WHERE environment = $1 AND job = ANY(${names('$2')})`,
    /** $2 names of jobs */
    runsOfJobs: `SELECT ${counted} FROM ${runs} WHERE environment = $1 AND job = ANY(${names('$2')}) AND ${isRun}
      ORDER BY job, ${runs}.start, key`,
    /** Locks the environment, so that nobody writes runs meanwhile. */
    uncounted: `SELECT uncounted FROM ${schema}.environments WHERE environment = $1 FOR UPDATE`,
    /** $2 how far, or null */
    setUncounted: `UPDATE ${schema}.environments SET uncounted = $2::text WHERE environment = $1`,
    /** $2 day */
    nextDay: `SELECT min(day) AS day FROM ${schema}.days WHERE environment = $1 AND day > $2::float8`,
    /** $2 first hour, $3 end */
    jobsOfHours: `SELECT DISTINCT job FROM ${jobHoursTable} WHERE environment = $1 AND hour >= $2::float8 AND hour < $3::float8`,
    /** $2 first hour, $3 end */
    runsOfHours: `SELECT ${counted} FROM ${runs} WHERE environment = $1 AND start >= to_timestamp($2::float8 * 3600)
      AND start < to_timestamp($3::float8 * 3600) AND ${isRun} ORDER BY ${runs}.start, key`,
    removeAllJobs: `DELETE FROM ${jobs} WHERE environment = $1`,
    /** $2 the last day that is counted */
    share: `SELECT count(*) FILTER (WHERE day <= $2::float8)::float8 / (count(*) + 1) AS share
      FROM ${schema}.days WHERE environment = $1`,
    /** $2 names of jobs, $3 moment */
    firstEnded: `SELECT wanted AS job, r.* FROM ${wantedJobs} CROSS JOIN LATERAL (${position} WHERE ${ofJob}
        AND start >= ${moment('$3')} AND ${isOver} AND ${isRun} ORDER BY ${oldest} LIMIT 1) AS r`,
    // What is missing in summaries. Each run is looked up in an index.
    /** $2 names of jobs */
    lastRuns: `SELECT r.* FROM ${wantedJobs} CROSS JOIN LATERAL (SELECT ${counted} FROM ${runs} WHERE ${ofJob}
        AND ${isRun} ORDER BY ${newest} LIMIT 1) AS r`,
    /** $2 names of jobs */
    lastEnded: `SELECT wanted AS job, r.* FROM ${wantedJobs} CROSS JOIN LATERAL (${position} WHERE ${ofJob}
        AND ${isOver} AND ${isRun} ORDER BY ${newest} LIMIT 1) AS r`,
    /** $2 names of jobs */
    running: `SELECT wanted AS job, count(r.key)::float8 AS running FROM ${wantedJobs}
      LEFT JOIN ${runs} AS r ON ${ofJob} AND outcome = 'running' AND ${isRun} GROUP BY wanted`,
    /** $2 pairs of job and outcome. Failures are few, and have an index. */
    lastStarts: (condition: string) => `SELECT pair ->> 0 AS job, pair ->> 1 AS outcome, r.start
      FROM json_array_elements($2::text::json) AS pair CROSS JOIN LATERAL (SELECT ${milliseconds('start')} AS start FROM ${runs}
        WHERE environment = $1 AND job = pair ->> 0 AND outcome = pair ->> 1 AND ${condition} AND ${isRun}
        ORDER BY ${runs}.start DESC LIMIT 1) AS r`,
    /** $2 names of jobs. The runs of a streak are those after the last one that ended otherwise. */
    streaks: `SELECT wanted AS job, l.outcome, l.key AS last, ${milliseconds('l.start')} AS until, s.runs, f.key AS first, f.start AS since
      FROM ${wantedJobs}
      CROSS JOIN LATERAL (SELECT key, start, outcome FROM ${runs} WHERE ${ofJob} AND ${isOver} AND ${isRun}
        ORDER BY ${newest} LIMIT 1) AS l
      LEFT JOIN LATERAL (SELECT key, start FROM ${runs} WHERE ${ofJob} AND ${isOver} AND outcome <> l.outcome AND ${isRun}
        ORDER BY ${newest} LIMIT 1) AS o ON true
      CROSS JOIN LATERAL (SELECT count(*)::float8 AS runs FROM ${runs} WHERE ${ofJob} AND ${inStreak}) AS s
      CROSS JOIN LATERAL (${position} WHERE ${ofJob} AND ${inStreak} ORDER BY ${oldest} LIMIT 1) AS f`,
    /** $2 streaks as JSON */
    firstsOf: `SELECT w.job, r.* FROM json_to_recordset($2::text::json) AS w (job text, outcome text, start float8, key text)
      CROSS JOIN LATERAL (${position} WHERE environment = $1 AND job = w.job AND outcome = w.outcome
        AND start >= ${moment('w.start')} AND (start, key) >= (${moment('w.start')}, w.key) AND ${isRun}
        ORDER BY ${oldest} LIMIT 1) AS r`,
  };
}

/** The outcomes of ended runs, each with its column in `jobs`. */
const ended = endedOutcomes.map((outcome) => `h.${outcome}`).join(' + ');

/** The statements that drop a month, but for its running runs. `$1` is the environment in each. */
function createMonthStatements(schema: string, month: MonthOfRuns) {
  const [first, end] = [month.since / hourLength, month.until / hourLength];
  const bound = time(month.until);
  const [jobs, totals] = [`${schema}.jobs`, `${schema}.hour_totals`];
  const ofMonth = `environment = $1 AND hour >= ${first} AND hour < ${end}`;
  const reaches = `j.environment = $1 AND j.streak_since < ${bound} AND j.streak_until >= ${bound}`;
  return {
    total: `SELECT coalesce(sum(${countedOutcomes.join(' + ')}), 0)::float8 AS runs, coalesce(sum(running), 0)::float8 AS running
      FROM ${totals} WHERE ${ofMonth}`,
    kept: `SELECT json_agg(r)::text AS rows FROM ${month.runs} AS r WHERE outcome = 'running'`,
    keptVersions: `SELECT json_agg(v)::text AS rows FROM ${month.versions} AS v
      WHERE key IN (SELECT key FROM ${month.runs} WHERE outcome = 'running')`,
    /**
     * The ended runs since the first one of a streak are those of the streak: those of the later hours of the month, and
     * of its first hour those at and after it.
     */
    shortenStreaks: `UPDATE ${jobs} AS j SET streak = j.streak - g.gone FROM (
        SELECT j.job, coalesce((SELECT count(*) FROM ${month.runs} AS r WHERE r.job = j.job AND r.start >= j.streak_since
            AND r.start < to_timestamp((${hourOf('j.streak_since')} + 1) * 3600::float8) AND ${isOver}
            AND (r.start, r.key) >= (j.streak_since, j.streak_first COLLATE "C")), 0)
          + coalesce(sum(${ended}), 0) AS gone
        FROM ${jobs} AS j LEFT JOIN ${month.hours} AS h ON h.job = j.job AND h.hour > ${hourOf('j.streak_since')}
        WHERE ${reaches} GROUP BY j.job, j.streak_since, j.streak_first) AS g
      WHERE j.environment = $1 AND j.job = g.job`,
    drop: `DROP TABLE ${month.runs}, ${month.versions}, ${month.hours}`,
    empty: `TRUNCATE ${month.runs}, ${month.versions}, ${month.hours}`,
    /** $1 rows as JSON */
    restore: `INSERT INTO ${month.runs} SELECT * FROM json_populate_recordset(NULL::${month.runs}, $1::text::json)`,
    /** $1 rows as JSON */
    restoreVersions: `INSERT INTO ${month.versions}
      SELECT * FROM json_populate_recordset(NULL::${month.versions}, $1::text::json)`,
    restoredHours: `SELECT DISTINCT ${hourOf('start')} AS hour, job FROM ${month.runs} WHERE ${isRun}`,
    leaveTotals: `DELETE FROM ${totals} WHERE ${ofMonth}`,
    moveStreaks: `UPDATE ${jobs} AS j SET streak_since = f.start, streak_first = f.key FROM (
        SELECT j.job, r.start, r.key FROM ${jobs} AS j CROSS JOIN LATERAL (SELECT start, key FROM ${schema}.runs
          WHERE environment = $1 AND job = j.job AND start >= ${bound} AND ${isOver} AND ${isRun} ORDER BY start, key LIMIT 1) AS r
        WHERE ${reaches}) AS f
      WHERE j.environment = $1 AND j.job = f.job`,
    endStreaks: `UPDATE ${jobs} SET streak = 0, streak_outcome = NULL, streak_since = NULL, streak_first = NULL,
        streak_until = NULL, streak_last = NULL WHERE environment = $1 AND streak_until < ${bound}`,
    forgetStarts: `UPDATE ${jobs} SET ${endedOutcomes
      .map((outcome) => `last_${outcome} = CASE WHEN last_${outcome} >= ${bound} THEN last_${outcome} END`)
      .join(', ')}
      WHERE environment = $1 AND least(${endedOutcomes.map((outcome) => `last_${outcome}`).join(', ')}) < ${bound}`,
    idleJobs: `SELECT job FROM ${jobs} WHERE environment = $1 AND last_start < ${bound}`,
  };
}

/** The number of jobs without runs after a month that are counted again together. Few runs of them are left. */
const idleAtOnce = 1_000;

/** The tables `jobs`, `hours` and `hour_totals` of an environment. */
export class RollUps {
  readonly #schema: string;
  readonly #statements: ReturnType<typeof createRollUpStatements>;
  readonly #environment: string;

  constructor(schema: string, environment: string) {
    this.#schema = schema;
    this.#statements = createRollUpStatements(schema);
    this.#environment = environment;
  }

  /**
   * Counts the changes of runs, after these were written.
   *
   * @param query - of the transaction that has written them
   */
  async apply(
    query: CheckedQuery,
    change: RollUpChange,
    summarize = (known: ReadonlyMap<string, JobSummary>) => change.summarize(known),
  ): Promise<void> {
    if (change.jobs.length === 0) return;
    await this.#changeHours(query, change.hours);
    const known = await this.readJobs(query, { jobs: change.jobs });
    await this.#writeJobs(query, summarize(new Map(known.map((summary) => [summary.job, summary]))));
  }

  /** Counts the deletion of the oldest runs: of all that started before a moment, but for running ones. */
  async prune(query: CheckedQuery, change: RollUpChange, before: number): Promise<void> {
    const parameters = [this.#environment, JSON.stringify(change.jobs), before];
    const rows = await query(this.#statements.firstEnded, parameters);
    const first = new Map(rows.map(({ job, ...position }) => [String(job), position as unknown as RunPosition]));
    await this.apply(query, change, (known) => change.prune(known, before, first));
  }

  /**
   * Deletes the runs of a month, the oldest of all, but for running ones, and changes what is known about their jobs. The
   * work grows with the number of jobs and hours: the runs are not read.
   *
   * @param query - of a transaction that has locked the environment
   * @returns how many runs were deleted
   */
  async dropMonth(query: CheckedQuery, month: MonthOfRuns): Promise<number> {
    const statements = createMonthStatements(this.#schema, month);
    const here = [this.#environment];
    const [total] = await query(statements.total, here);
    const ended = Number(total?.['runs']) - Number(total?.['running']);
    const kept = (await query(statements.kept))[0]?.['rows'];
    if (kept !== null && ended === 0) return 0;
    await query(statements.shortenStreaks, here);
    if (typeof kept === 'string') {
      const versions = (await query(statements.keptVersions))[0]?.['rows'];
      await query(statements.empty);
      await query(statements.restore, [kept]);
      if (typeof versions === 'string') await query(statements.restoreVersions, [versions]);
    } else await query(statements.drop);
    await query(statements.leaveTotals, here);
    if (typeof kept === 'string') {
      const hours = (await query(statements.restoredHours)).map(
        ({ hour, job }) => [Number(hour), String(job)] as const,
      );
      await this.#countHours(query, hours);
    }
    for (const name of ['moveStreaks', 'endStreaks', 'forgetStarts'] as const) await query(statements[name], here);
    const idle = (await query(statements.idleJobs, here)).map(({ job }) => String(job));
    for (let at = 0; at < idle.length; at += idleAtOnce) await this.#recount(query, idle.slice(at, at + idleAtOnce));
    return ended;
  }

  async readJobs(query: CheckedQuery, filter: JobQuery): Promise<readonly JobSummary[]> {
    const checked = checkJobQuery(filter);
    const rows =
      'jobs' in checked
        ? await query(this.#statements.jobs, [this.#environment, JSON.stringify(checked.jobs)])
        : await query(this.#statements.jobPage, [this.#environment, checked.after ?? null, checked.limit]);
    return rows.map(fromJobRow);
  }

  async readHours(query: CheckedQuery, filter: HourQuery): Promise<readonly HourSummary[]> {
    const { first, end, jobs } = checkHourQuery(filter);
    const rows =
      jobs === undefined
        ? await query(this.#statements.totals, [this.#environment, first, end])
        : await query(this.#statements.hours, [this.#environment, first, end, JSON.stringify(jobs)]);
    return rows.map(fromHourRow);
  }

  /**
   * Counts a day of the runs that were there before the roll-ups, the oldest first.
   *
   * @returns how far it has come, from 0 to 1; undefined if nothing is left
   */
  async countMore(query: CheckedQuery): Promise<number | undefined> {
    const [row] = await query(this.#statements.uncounted, [this.#environment]);
    const text = row?.['uncounted'];
    if (typeof text !== 'string') return undefined;
    const { day: lastDay } = JSON.parse(text) as CountedSoFar;
    if (lastDay === undefined) await query(this.#statements.removeAllJobs, [this.#environment]);
    const [next] = await query(this.#statements.nextDay, [this.#environment, lastDay ?? -1e9]);
    const day = next?.['day'];
    const save = (value: string | null) => query(this.#statements.setUncounted, [this.#environment, value]);
    if (typeof day !== 'number') {
      await save(null);
      return undefined;
    }
    await this.#countDay(query, day * 24);
    await save(JSON.stringify({ day }));
    return Number((await query(this.#statements.share, [this.#environment, day]))[0]?.['share']);
  }

  async #countDay(query: CheckedQuery, first: number): Promise<void> {
    await query(this.#statements.countPeriod, [this.#environment, first, first + 24]);
    const hours = Array.from({ length: 24 }, (_, hour) => first + hour);
    await this.#sumHours(query, hours);
    const names = await query(this.#statements.jobsOfHours, [this.#environment, first, first + 24]);
    const known = await this.readJobs(query, { jobs: names.map(({ job }) => String(job)) });
    const summaries = new Map(known.map((summary) => [summary.job, summary]));
    // The runs of an hour are in memory at the same time.
    for (const hour of hours) {
      const runs = await query(this.#statements.runsOfHours, [this.#environment, hour, hour + 1]);
      addRuns(summaries, runs.map(toCountedRun));
    }
    await this.#writeJobs(query, { write: [...summaries.values()], complete: [] });
  }

  /** Reads all runs of these jobs. */
  async #recount(query: CheckedQuery, jobs: readonly string[]): Promise<void> {
    if (jobs.length === 0) return;
    const list = JSON.stringify(jobs);
    const runs = await query(this.#statements.runsOfJobs, [this.#environment, list]);
    await query(this.#statements.removeJobs, [this.#environment, list]);
    await this.#writeJobs(query, { write: summarizeJobs(runs.map(toCountedRun)), complete: [] });
  }

  async #changeHours(query: CheckedQuery, { hours, totals, again, sumAgain, fewer }: HourDifferences): Promise<void> {
    const inexact = [...again];
    const sums = [...sumAgain];
    const { addHours, removeEmptyHours, removeEmptyTotals } = this.#statements;
    if (hours.length > 0) {
      const parameters = [this.#environment, ...columnsOf(hours, hourNames), ...columnsOf(totals, totalNames)];
      for (const { hour, job } of await query(addHours, parameters))
        if (typeof job === 'string') inexact.push([Number(hour), job]);
        else sums.push(Number(hour));
    }
    if (fewer.length > 0) {
      await query(removeEmptyHours, [this.#environment, JSON.stringify(fewer)]);
      await query(removeEmptyTotals, [this.#environment, JSON.stringify(fewer.map(([hour]) => hour))]);
    }
    await this.#countHours(query, inexact, sums);
  }

  /**
   * Reads the runs of some hours.
   *
   * @param sums - more hours that are added up again
   */
  async #countHours(query: CheckedQuery, hours: readonly JobHour[], sums: readonly number[] = []): Promise<void> {
    const { removeHours, countHours } = this.#statements;
    for (const statement of hours.length > 0 ? [removeHours, countHours] : [])
      await query(statement, [this.#environment, JSON.stringify(hours)]);
    const all = [...new Set([...sums, ...hours.map(([hour]) => hour)])];
    if (all.length > 0) await this.#sumHours(query, all);
  }

  async #sumHours(query: CheckedQuery, hours: readonly number[]): Promise<void> {
    const { removeTotals, sumHours } = this.#statements;
    for (const statement of [removeTotals, sumHours])
      await query(statement, [this.#environment, JSON.stringify(hours)]);
  }

  async #writeJobs(query: CheckedQuery, { write, complete }: SummaryChange): Promise<void> {
    const all = complete.length === 0 ? write : [...write, ...(await this.#complete(query, complete))];
    if (all.length > 0) await query(this.#statements.writeJobs, [this.#environment, JSON.stringify(all.map(toJobRow))]);
  }

  /**
   * Looks up what is missing in summaries, with a statement for each kind of it. It reads the runs of a job from the newest one
   * to the one that ends the streak at most, and deletes the rows of jobs without runs.
   */
  async #complete(query: CheckedQuery, drafts: readonly SummaryDraft[]): Promise<readonly JobSummary[]> {
    const { lastRuns, running, lastStarts, streaks, firstsOf, lastEnded, removeJobs } = this.#statements;
    const find = async (statement: string, wanted: readonly unknown[]): Promise<readonly PostgresRow[]> =>
      wanted.length === 0 ? [] : query(statement, [this.#environment, JSON.stringify(wanted)]);
    const byJob = async (
      statement: string,
      wanted: readonly SummaryDraft[],
    ): Promise<ReadonlyMap<unknown, PostgresRow>> =>
      new Map(
        (
          await find(
            statement,
            wanted.map(({ job }) => job),
          )
        ).map((row) => [row['job'], row]),
      );
    const lacking = (part: SummaryPart) => drafts.filter(({ missing }) => missing.has(part));
    const starts = new Map<string, number>();
    const pairs = drafts.flatMap((draft) => missingOutcomes(draft).map((outcome) => [draft.job, outcome] as const));
    for (const [condition, isFast] of [
      [isFailure, true],
      ['true', false],
    ] as const) {
      const some = pairs.filter(([, outcome]) => failures.includes(outcome) === isFast);
      for (const { job, outcome, start } of await find(lastStarts(condition), some))
        starts.set(`${String(outcome)} ${String(job)}`, Number(start));
    }
    const kept = lacking('first of streak').flatMap(({ job, streak }) =>
      streak === undefined ? [] : { job, outcome: streak.outcome, ...streak.first },
    );
    const last = await byJob(lastRuns, drafts.filter(isLastMissing));
    const counts = await byJob(running, lacking('running'));
    const found = await byJob(streaks, lacking('streak'));
    const firsts = new Map((await find(firstsOf, kept)).map((row) => [row['job'], row]));
    const ended = await byJob(lastEnded, lacking('last of streak'));
    const gone: string[] = [];
    const summaries = drafts.flatMap((draft) => {
      const { job } = draft;
      const lastRun = last.get(job);
      const position = (row: PostgresRow | undefined) =>
        row && ({ key: row['key'], start: row['start'] } as RunPosition);
      const summary = completeSummary(draft, {
        last: () => lastRun && toCountedRun(lastRun),
        running: () => Number(counts.get(job)?.['running']),
        lastStart: (outcome) => starts.get(`${outcome} ${job}`),
        streak: () => toStreak(found.get(job)),
        firstOf: () => position(firsts.get(job)),
        lastEnded: () => position(ended.get(job)),
      });
      if (summary === undefined) gone.push(job);
      return summary ?? [];
    });
    await find(removeJobs, gone);
    return summaries;
  }
}

function toStreak(row: PostgresRow | undefined): JobStreak | undefined {
  if (row === undefined) return undefined;
  const { outcome, runs, first, since, last, until } = row;
  return {
    outcome,
    runs,
    first: { key: first, start: since },
    last: { key: last, start: until },
  } as JobStreak;
}

/** Turns rows into columns, as JSON lists. */
function columnsOf(rows: readonly (readonly unknown[])[], names: readonly string[]): string[] {
  return names.map((_, at) => JSON.stringify(rows.map((row) => row[at])));
}

export function toCountedRun(row: PostgresRow): CountedRun {
  return { ...row, end: row['end'] ?? undefined } as CountedRun;
}

export function toChangedRun(row: PostgresRow): ChangedRun {
  return { ...row, end: row['end'] ?? undefined, rows: row['rows'] ?? undefined } as ChangedRun;
}
