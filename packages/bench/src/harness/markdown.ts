import type { Table } from './suite.ts';

/** A table as Markdown, with its goals below it. */
export function toMarkdown({ title, about, columns, rows, goals }: Table): string {
  const versions = rows.some(({ version }) => version !== undefined);
  const head = [
    'contender',
    ...(versions ? ['version'] : []),
    ...columns.map(({ label, unit }) => (unit === undefined ? label : `${label} (${unit})`)),
  ];
  const body = rows.map(({ name, version, values }) => [
    name,
    ...(versions ? [version ?? '-'] : []),
    ...columns.map(({ key }) => cell(values[key])),
  ]);
  const widths = head.map((label, column) =>
    Math.max(...[head, ...body].map((line) => (line[column] ?? '').length), label.length),
  );
  const left = versions ? 2 : 1;
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((text, column) => (column < left ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column < left ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  const verdicts = goals.map(
    ({ text, measured, met }) => `- ${met ? 'met' : 'MISSED'}: ${text} (measured ${cell(measured)})`,
  );
  return [
    `### ${title}`,
    ...(about === undefined ? [] : ['', about]),
    '',
    line(head),
    rule,
    ...body.map(line),
    ...(verdicts.length === 0 ? [] : ['', ...verdicts]),
    '',
  ].join('\n');
}

/** Three significant digits; whole numbers above 1,000 have separators. */
export function cell(value: number | string | undefined): string {
  if (value === undefined || (typeof value === 'number' && Number.isNaN(value))) return '-';
  if (typeof value === 'string') return value;
  if (Math.abs(value) >= 1000 || Number.isInteger(value)) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}
