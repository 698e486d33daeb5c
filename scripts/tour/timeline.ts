import { columns, fancy, fit, paint } from './style.ts';

/** One run to draw. A run without an end is still running. */
export interface Run {
  readonly label: string;
  readonly start: Date;
  readonly end: Date | undefined;
  readonly outcome: 'succeeded' | 'failed' | 'running' | 'other';
}

const marks = {
  succeeded: { bar: '█', plain: '=', sign: ' ', colour: 'green' },
  failed: { bar: '█', plain: 'x', sign: '✗', colour: 'red' },
  running: { bar: '▒', plain: '>', sign: '▸', colour: 'cyan' },
  other: { bar: '▓', plain: '~', sign: '·', colour: 'yellow' },
} as const;

const clock = (at: number) => new Date(at).toISOString().slice(11, 16);

/**
 * One bar per run on one time axis, earliest first. Failed runs are red with a cross, or drawn with `x` without colour.
 */
export function timeline(runs: readonly Run[], now: Date): string {
  if (runs.length === 0) return '  (no runs)';
  const rows = [...runs].sort((a, b) => a.start.getTime() - b.start.getTime());
  const from = rows[0]!.start.getTime();
  const to = Math.max(now.getTime(), ...rows.map((run) => run.end?.getTime() ?? 0), from + 60_000);
  const names = Math.min(28, Math.max(...rows.map((run) => run.label.length)));
  const cells = columns() - names - 8;
  const at = (time: number) => Math.min(cells - 1, Math.floor(((time - from) / (to - from)) * cells));
  const rich = fancy();

  const lines = rows.map((run) => {
    const mark = marks[run.outcome];
    const begin = at(run.start.getTime());
    const length = Math.max(1, at(run.end?.getTime() ?? to) - begin + 1);
    const bar = (rich ? mark.bar : mark.plain).repeat(length);
    const sign = rich ? mark.sign : run.outcome === 'failed' ? '!' : ' ';
    return `  ${fit(run.label, names)} ${paint(mark.colour, sign)} ${' '.repeat(begin)}${paint(mark.colour, bar)}`;
  });

  const ticks = Math.max(2, Math.floor(cells / 16));
  let axis = '';
  let labels = '';
  for (let i = 0; i < ticks; i += 1) {
    const cellAt = Math.floor((i * cells) / ticks);
    axis = axis.padEnd(cellAt, rich ? '─' : '-') + (rich ? '┬' : '+');
    labels = labels.padEnd(cellAt) + clock(from + (i / ticks) * (to - from));
  }
  const gutter = ' '.repeat(names + 5);
  const legend = (['succeeded', 'failed', 'running', 'other'] as const)
    .filter((outcome) => rows.some((run) => run.outcome === outcome))
    .map((outcome) => `${paint(marks[outcome].colour, rich ? marks[outcome].bar : marks[outcome].plain)} ${outcome}`)
    .join('   ');
  return [
    ...lines,
    gutter + paint('dim', axis.padEnd(cells, rich ? '─' : '-')),
    `${gutter}${paint('dim', `${labels} UTC`)}`,
    '',
    `${gutter}${legend}`,
  ].join('\n');
}
