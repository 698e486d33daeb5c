import { columns, fit, paint, width } from './style.ts';

const indent = '  ';

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+Z$/;

/**
 * One value as a cell: a dash if it is absent, a bigint with `n`, the length of a list, a UTC timestamp to the minute.
 */
export function cell(value: unknown): string {
  if (value === undefined || value === null || value === '') return '-';
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `${value.length} item${value.length === 1 ? '' : 's'}`;
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value).replaceAll(/\s+/g, ' ');
  return timestamp.test(text) ? text.slice(0, 16).replace('T', ' ') : text;
}

/**
 * Rows as a table of the named properties. Each column is as wide as it needs; if there is no room, the widest shrink
 * first.
 */
export function table(rows: readonly object[], properties: readonly string[], limit = 5): string {
  if (rows.length === 0) return `${indent}${paint('dim', '(no records)')}`;
  const shown = rows
    .slice(0, limit)
    .map((row) => properties.map((name) => cell((row as Record<string, unknown>)[name])));
  const widths = properties.map((name, i) => Math.max(width(name), ...shown.map((row) => width(row[i] ?? ''))));
  const room = columns() - indent.length - 2 * (properties.length - 1);
  while (widths.reduce((sum, w) => sum + w, 0) > room) widths[widths.indexOf(Math.max(...widths))]! -= 1;
  const line = (cells: readonly string[]) =>
    indent +
    cells
      .map((text, i) => fit(text, widths[i]!))
      .join('  ')
      .trimEnd();
  const lines = [paint('bold', line([...properties])), ...shown.map(line)];
  const left = rows.length - shown.length;
  if (left > 0) lines.push(indent + paint('dim', `… and ${left.toLocaleString('en')} more`));
  return lines.join('\n');
}

/** One record, with one line per property. */
export function record(value: object): string {
  const entries = Object.entries(value);
  const names = Math.max(...entries.map(([name]) => width(name)));
  return entries
    .map(
      ([name, v]) =>
        `${indent}${paint('bold', fit(name, names))}  ${fit(cell(v), Math.min(width(cell(v)), columns() - names - 6))}`,
    )
    .join('\n');
}
