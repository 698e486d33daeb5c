import type { SuiteResults } from './results.ts';
import { median } from './statistics.ts';
import type { Goal, Row, Table } from './suite.ts';

/**
 * Merges the results of a suite from several processes: the median of each figure, and the smallest and the largest
 * ratio of all. A goal is met if most processes meet it.
 */
export function merge(runs: readonly SuiteResults[]): SuiteResults {
  const [first] = runs;
  if (first === undefined) throw new Error('There are no results to merge.');
  return {
    ...first,
    processes: runs.length,
    coresInUse: Math.max(...runs.map((run) => run.coresInUse)),
    seconds: runs.reduce((sum, { seconds }) => sum + seconds, 0),
    tables: first.tables.map((table, index) =>
      mergeTables(
        table,
        runs.map(({ tables }) => tables[index] ?? table),
      ),
    ),
  };
}

function mergeTables(first: Table, tables: readonly Table[]): Table {
  return {
    ...first,
    rows: first.rows.map((row, index) =>
      mergeRows(
        row,
        tables.map(({ rows }) => rows[index] ?? row),
      ),
    ),
    goals: first.goals.map((goal, index) =>
      mergeGoals(
        goal,
        tables.map(({ goals }) => goals[index] ?? goal),
      ),
    ),
  };
}

function mergeRows(first: Row, rows: readonly Row[]): Row {
  const figure = (key: string, value: number | string | undefined): number | string | undefined => {
    if (typeof value !== 'number') return value;
    const values = rows.map((row) => Number(row.values[key]));
    return key === 'min' ? Math.min(...values) : key === 'max' ? Math.max(...values) : median(values);
  };
  return {
    ...first,
    values: Object.fromEntries(Object.entries(first.values).map(([key, value]) => [key, figure(key, value)])),
  };
}

function mergeGoals(first: Goal, goals: readonly Goal[]): Goal {
  return {
    ...first,
    measured: median(goals.map(({ measured }) => measured)),
    met: goals.filter(({ met }) => met).length * 2 > goals.length,
  };
}
