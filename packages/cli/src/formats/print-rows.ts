import { ConfigError, toRfc3339, timeOf } from '@syncline/core/internal';
import { type Column, selectColumns } from './column.ts';
import type { View } from '../terminal/style.ts';
import { wrapWords } from '../terminal/output.ts';
import { printTable } from './print-table.ts';
import { toJson } from './to-json.ts';

/** The output formats of commands. */
export type Format = 'text' | 'table' | 'json' | 'ndjson' | 'csv' | 'junit' | 'sarif' | 'github';
/** The formats of a command that prints rows. */
export const rowFormats = ['table', 'json', 'ndjson', 'csv'] as const satisfies readonly Format[];

/** The output of a command and its settings. */
export interface PrintOptions<Row> {
  readonly columns: readonly Column<Row>[];
  readonly format: Format;
  /** The value of `--fields` */
  readonly fields?: string | undefined;
  readonly view: View;
  /** The text instead of a table without rows. */
  readonly empty: string;
  /**
   * Creates the whole text of a format that is not a list of rows: `junit` or `sarif`. A command without such a
   * function refuses the format.
   */
  readonly reports?: Partial<Record<'junit' | 'sarif', (rows: readonly Row[]) => string | Promise<string>>> | undefined;
  /** Receives whole lines, without the last line break. */
  readonly write: (text: string) => void;
}

/**
 * Prints rows in the requested format. NDJSON and CSV are written row by row as they arrive; the other formats need all
 * rows first. Objects have the columns as properties; times are RFC 3339, and integers beyond 2^53 are strings of
 * digits.
 *
 * @returns the number of rows
 * @throws {ConfigError} when the command does not support the format, or a field is unknown
 */
export async function printRows<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  { columns: all, format, fields, view, empty, reports, write }: PrintOptions<Row>,
): Promise<number> {
  const columns = selectColumns(all, fields, format === 'table');
  let count = 0;
  switch (format) {
    case 'ndjson':
      for await (const row of rows) {
        write(toJson(objectOf(row, columns)));
        count += 1;
      }
      return count;
    case 'csv': {
      // Its library has eight files, which take Node longer to load than the rest of this folder.
      const { toCsv } = await import('./to-csv.ts');
      write(toCsv([columns.map(({ name }) => name)]));
      for await (const row of rows) {
        write(toCsv([Object.values(objectOf(row, columns))]));
        count += 1;
      }
      return count;
    }
    default: {
      const list: Row[] = [];
      for await (const row of rows) list.push(row);
      write(await whole(list));
      return list.length;
    }
  }

  function whole(list: readonly Row[]): string | Promise<string> {
    switch (format) {
      case 'json':
        return toJson(
          list.map((row) => objectOf(row, columns)),
          2,
        );
      case 'junit':
      case 'sarif': {
        const report = reports?.[format];
        if (report === undefined) {
          const known = [...rowFormats, ...Object.keys(reports ?? {})].join(', ');
          throw new ConfigError('--output', `cannot be ${format} for this command; use ${known}`);
        }
        return report(list);
      }
      default:
        return list.length === 0 ? wrapWords(empty, view.width) : printTable(list, columns, view);
    }
  }
}

function objectOf<Row>(row: Row, columns: readonly Column<Row>[]): Record<string, unknown> {
  return Object.fromEntries(columns.map(({ name, value }) => [name, plain(value(row))]));
}

function plain(value: unknown): unknown {
  const time = timeOf(value);
  if (time !== undefined) return toRfc3339(time) || null;
  return value === undefined || (typeof value === 'number' && !Number.isFinite(value)) ? null : value;
}
