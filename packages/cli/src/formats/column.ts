import { cleanText, ConfigError, suggestion, timeOf } from '@syncline/core/internal';
import type { Freshness, Outcome } from '@syncline/runs';
import { formatTime } from '../terminal/format-time.ts';
import { outcomeStyle, outcomeText, type Style, type View } from '../terminal/style.ts';
import { toJson } from './to-json.ts';

/** One column of a command's output. */
export interface Column<Row> {
  /** Its name in JSON, NDJSON and CSV, and for `--fields`: the same as in the interface, if it has such a property */
  readonly name: string;
  /** The heading of a table. @default the name */
  readonly title?: string | undefined;
  /** The value for programs: text, a number, a bigint, a boolean, a date, or an object */
  readonly value: (row: Row) => unknown;
  /**
   * The value for people, without styles: a table removes escapes and other control characters, because the text may be
   * the service's. @default the value as text; a date relative to now on a terminal
   */
  readonly text?: ((row: Row, view: View) => string) | undefined;
  /** The style of the text, or of each of its characters. @default not styled */
  readonly style?: ((row: Row) => Style | readonly Style[]) | undefined;
  /** The alignment; numbers are right-aligned. @default 'left' */
  readonly align?: 'left' | 'right' | undefined;
  /** The minimum width of the column in a table that is too wide. @default the width of its values */
  readonly minWidth?: number | undefined;
  /** Whether a text that is too wide for its column is wrapped instead of cut. @default false */
  readonly isBroken?: boolean | undefined;
  /** Whether the column is left out of a narrow table before other columns are cut too much */
  readonly isMinor?: boolean | undefined;
  /** Whether the column is left out of a table unless `--fields` names it */
  readonly isExtra?: boolean | undefined;
}

/** The column of an outcome, with its symbol and its style. */
export function outcomeColumn<Row>(outcomeOf: (row: Row) => Outcome): Column<Row> {
  return {
    name: 'outcome',
    value: outcomeOf,
    text: (row) => outcomeText(outcomeOf(row)),
    style: (row) => outcomeStyle(outcomeOf(row)),
  };
}

const results: Readonly<Record<Freshness['result'], readonly [symbol: string, style: Style]>> = {
  pass: ['✓', 'green'],
  warn: ['!', 'yellow'],
  error: ['✗', 'red'],
  unknown: ['?', 'yellow'],
};

/** The column of the result of a job. */
export const resultColumn: Column<Pick<Freshness, 'result'>> = {
  name: 'result',
  value: ({ result }) => result,
  text: ({ result }) => `${results[result][0]} ${result}`,
  style: ({ result }) => results[result][1],
};

/**
 * The columns that `--fields` names, in its order. Without fields, all columns; a table leaves out the extra ones.
 *
 * @param fields - names separated by commas, such as `job,outcome`
 * @throws {ConfigError} when a name is unknown or there is none
 */
export function selectColumns<Row>(
  columns: readonly Column<Row>[],
  fields: string | undefined,
  isTable: boolean,
): readonly Column<Row>[] {
  if (fields === undefined) return isTable ? columns.filter(({ isExtra }) => isExtra !== true) : columns;
  const known = columns.map(({ name }) => name);
  const names = new Set(fields.split(',').map((name) => name.trim()));
  names.delete('');
  if (names.size === 0) throw new ConfigError('--fields', `names no field; use ${known.join(', ')}`);
  return [...names].map((name) => {
    const column = columns.find((each) => each.name === name);
    if (column === undefined)
      throw new ConfigError('--fields', `has an unknown field ${JSON.stringify(name)}; ${suggestion(name, known)}`);
    return column;
  });
}

const longestCell = 1000;

/** A value as text on one line, without control characters: also what a column makes of it. */
export function cellText<Row>(row: Row, { value, text }: Column<Row>, view: View): string {
  if (text !== undefined) return cleanText(text(row, view), longestCell);
  const cell = value(row);
  if (cell === undefined || cell === null) return '';
  const time = timeOf(cell);
  if (time !== undefined) return formatTime(time, view);
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return cleanText(typeof cell === 'object' ? toJson(cell) : String(cell as string | number | bigint), longestCell);
}
