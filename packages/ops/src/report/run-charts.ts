import type { HourSummary, Outcome } from '@syncline/runs';
import type { ReportRun } from './report.ts';
import { html, Html, momentText } from './html.ts';

/** The width of a lane in units, whatever its width on the screen is. */
export const laneWidth = 1_000;
const laneHeight = 24;

/**
 * Where the bar of an outcome begins. Bars of runs that need attention are taller, so that they stand out without
 * colors.
 */
const tops: Readonly<Record<Outcome, number>> = {
  succeeded: 7,
  running: 7,
  warned: 4,
  cancelled: 5,
  unknown: 3,
  partial: 2,
  failed: 2,
};
/** Runs that need attention are drawn last, so that nothing covers them. A column has them at its top. */
export const barOrder = Object.keys(tops) as Outcome[];

/** The period that the lanes show. */
export interface TimeScale {
  readonly since: number;
  readonly until: number;
}

/** The position of a moment on a lane, from 0 to the width. */
export function positionOf(moment: number, { since, until }: TimeScale): number {
  return Math.min(laneWidth, Math.max(0, ((moment - since) / Math.max(1, until - since)) * laneWidth));
}

/** The part of the period in which a moment is, if the period has so many. */
function partOf(moment: number, scale: TimeScale, parts: number): number {
  return Math.min(parts - 1, Math.floor((positionOf(moment, scale) / laneWidth) * parts));
}

/** A lane with more runs shows parts of the period instead, each with the worst outcome of its runs. */
const mostBars = 120;

/** The runs of one job on the time axis, with one path per outcome, so that thousands of runs need few elements. */
export function lane(
  { runs: all, hours }: { readonly runs: readonly ReportRun[]; readonly hours?: readonly HourSummary[] | undefined },
  scale: TimeScale,
  grid: Html,
): Html {
  const runs = hours === undefined && all.length <= mostBars ? all : fold(all, hours, scale);
  const paths = new Map<Outcome, string>();
  for (const { outcome, start, end } of runs) {
    const until = end ?? (outcome === 'running' ? scale.until : start);
    const x = round(positionOf(start, scale));
    const width = round(Math.max(0, positionOf(until, scale) - x));
    const top = tops[outcome];
    const bar = `M${x},${top}h${width}v${laneHeight - 2 * top}h${-width}z`;
    paths.set(outcome, (paths.get(outcome) ?? '') + bar);
  }
  const drawn = barOrder.flatMap((outcome) => {
    const path = paths.get(outcome);
    return path === undefined ? [] : [html`<path class="bar ${outcome}" d="${new Html(path)}"/>`];
  });
  return html`<svg class="lane" viewBox="0 0 ${laneWidth} ${laneHeight}" preserveAspectRatio="none" aria-hidden="true">${grid}${drawn}</svg>`;
}

type Bar = Pick<ReportRun, 'outcome' | 'start' | 'end'>;

/** Joins the runs of a lane: successive parts of the period whose worst outcome is the same are one bar. */
function fold(runs: readonly Bar[], hours: readonly HourSummary[] | undefined, scale: TimeScale): readonly Bar[] {
  const cells: (Outcome | undefined)[] = Array.from({ length: mostBars });
  const add = (start: number, outcome: Outcome): void => {
    const cell = partOf(start, scale, mostBars);
    const before = cells[cell];
    if (before === undefined || barOrder.indexOf(outcome) > barOrder.indexOf(before)) cells[cell] = outcome;
  };
  if (hours === undefined) for (const { start, outcome } of runs) add(start, outcome);
  else
    for (const { hour, runs: counts } of hours)
      for (const outcome of Object.keys(counts) as Outcome[]) add(hour, outcome);
  const length = (scale.until - scale.since) / mostBars;
  const bars: { outcome: Outcome; start: number; end: number }[] = [];
  for (const [at, outcome] of cells.entries()) {
    const last = bars.at(-1);
    const start = scale.since + at * length;
    if (outcome === undefined) continue;
    // A gap remains between two bars, which the next part closes if its outcome is the same.
    if (last?.outcome === outcome && last.end > start - length / 2) last.end = start + 0.9 * length;
    else bars.push({ outcome, start, end: start + 0.9 * length });
  }
  return bars;
}

/** A line at each tick of the axis. */
export function gridLines(ticks: readonly { readonly at: number }[], scale: TimeScale): Html {
  const path = ticks.map(({ at }) => `M${round(positionOf(at, scale))},0v${laneHeight}`).join('');
  return html`<path class="grid" d="${path}"/>`;
}

/** A coordinate with one decimal place, so that the page stays small. */
export function round(number: number): number {
  return Math.round(number * 10) / 10;
}

const hour = 3_600_000;
const steps = [hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour, 48 * hour, 168 * hour, 720 * hour, 4_380 * hour];

/** The ticks of the axis: at most nine, at round hours or days of UTC. */
export function axisTicks({ since, until }: TimeScale): readonly { readonly at: number; readonly label: string }[] {
  const step = steps.find((each) => (until - since) / each <= 9) ?? Math.ceil((until - since) / 9);
  const ticks = [];
  for (let at = Math.ceil(since / step) * step; at <= until; at += step) {
    const [day = '', time = ''] = momentText(at, false).split(', ');
    ticks.push({ at, label: step < 24 * hour && at % (24 * hour) !== 0 ? time : day });
  }
  return ticks;
}

/** The number of runs of each outcome that started in each part of a period. */
export function countColumns(
  jobs: readonly { readonly runs: readonly Pick<ReportRun, 'start' | 'outcome'>[] }[],
  scale: TimeScale,
  columns: number,
): readonly ReadonlyMap<Outcome, number>[] {
  const counts = Array.from({ length: columns }, () => new Map<Outcome, number>());
  for (const { runs } of jobs)
    for (const { start, outcome } of runs) {
      const column = counts[partOf(start, scale, columns)];
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
  const length = Math.max(1, Math.min(columns, Math.ceil((scale.until - scale.since) / hour)));
  const counts = Array.from({ length }, () => new Map<Outcome, number>());
  for (const { hour: began, runs } of hours) {
    const column = counts[partOf(began, scale, length)];
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
