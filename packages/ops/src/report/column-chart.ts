import type { HourSummary, Outcome } from '@syncline/runs';
import type { ReportRun } from './report.ts';
import { html, Html } from './html.ts';
import { laneWidth, positionOf, type TimeScale } from './lane.ts';

/** From the bottom to the top of a column. */
export const barOrder: readonly Outcome[] = [
  'succeeded',
  'running',
  'warned',
  'cancelled',
  'unknown',
  'partial',
  'failed',
];

/** The number of runs of each outcome that started in each part of a period. */
export function countColumns(
  jobs: readonly { readonly runs: readonly Pick<ReportRun, 'start' | 'outcome'>[] }[],
  scale: TimeScale,
  columns: number,
): readonly ReadonlyMap<Outcome, number>[] {
  const counts = Array.from({ length: columns }, () => new Map<Outcome, number>());
  for (const { runs } of jobs)
    for (const { start, outcome } of runs) {
      const column = counts[Math.min(columns - 1, Math.floor((positionOf(start, scale) / laneWidth) * columns))];
      column?.set(outcome, (column.get(outcome) ?? 0) + 1);
    }
  return counts;
}

/** The same from hours: those that began within a part of the period. */
export function countHours(
  hours: readonly HourSummary[],
  scale: TimeScale,
  columns: number,
): readonly ReadonlyMap<Outcome, number>[] {
  const length = Math.max(1, Math.min(columns, Math.ceil((scale.until - scale.since) / 3_600_000)));
  const counts = Array.from({ length }, () => new Map<Outcome, number>());
  for (const { hour, runs } of hours) {
    const column = counts[Math.min(length - 1, Math.floor((positionOf(hour, scale) / laneWidth) * length))];
    for (const [outcome, count] of Object.entries(runs) as [Outcome, number][])
      column?.set(outcome, (column.get(outcome) ?? 0) + count);
  }
  return counts;
}

/**
 * A column for each part of a period. Its height is the number of runs. Even one failure among thousands is visible.
 */
export function columnChart(counts: readonly ReadonlyMap<Outcome, number>[], height: number): Html {
  const columns = counts.length;
  const most = Math.max(1, ...counts.map((column) => [...column.values()].reduce((sum, count) => sum + count, 0)));
  const paths = new Map<Outcome, string>();
  const width = laneWidth / columns;
  const least = height / 33;
  for (const [at, column] of counts.entries()) {
    let top = height;
    for (const outcome of barOrder) {
      const count = column.get(outcome) ?? 0;
      if (count === 0) continue;
      const size = Math.max(outcome === 'succeeded' ? 0 : least, (count / most) * (height - 2 * least));
      top -= size;
      const gap = width / 12;
      const [bar, high] = [round(width - 2 * gap), round(size)];
      const path = `M${round(at * width + gap)},${round(top)}h${bar}v${high}h${-bar}z`;
      paths.set(outcome, (paths.get(outcome) ?? '') + path);
    }
  }
  const drawn = [...paths].map(([outcome, path]) => html`<path class="column ${outcome}" d="${new Html(path)}"/>`);
  return html`<svg viewBox="0 0 ${laneWidth} ${height}" preserveAspectRatio="none" aria-hidden="true">${drawn}</svg>`;
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
