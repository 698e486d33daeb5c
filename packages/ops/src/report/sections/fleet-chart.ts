import { counted } from '@syncline/core/internal';
import { failedOutcomes } from '../../insight/failures.ts';
import { html, type Html, momentText } from '../html.ts';
import { axisTicks, barOrder, columnChart, countColumns, countHours, laneWidth, positionOf } from '../run-charts.ts';
import type { FleetReport } from '../report.ts';

const columns = 84;
const height = 100;

/** The number of runs over time by outcome, with a column for each part of the period. */
export function fleetChart(report: FleetReport): Html {
  const { jobs, hours, since, at, isComplete } = report;
  const scale = { since, until: at };
  const counts = hours === undefined ? countColumns(jobs, scale, columns) : countHours(hours, scale, columns);
  const worst = counts
    .map((column, index) => ({
      index,
      failed: failedOutcomes.reduce((sum, outcome) => sum + (column.get(outcome) ?? 0), 0),
    }))
    .reduce((left, right) => (right.failed > left.failed ? right : left), { index: 0, failed: 0 });
  const summary =
    worst.failed === 0
      ? isComplete && 'No run failed.'
      : `Most failures began around ${momentText(since + ((at - since) * worst.index) / counts.length, false)} UTC: ${counted(worst.failed, 'run')}.`;
  return html`<figure class="fleet">
<figcaption><span class="title">Runs over time</span> ${legend(report)}<span class="off">${summary}</span></figcaption>
${columnChart(counts, height)}
${axis(scale)}
</figure>`;
}

/** The legend of the colors: the outcomes that runs have, in the order of their bars. */
export function legend({ outcomes }: Pick<FleetReport, 'outcomes'>): Html {
  const shown = barOrder.filter((outcome) => outcomes[outcome] > 0);
  return html`<span class="legend">${shown.map(
    (outcome) =>
      html`<span><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class="bar ${outcome}" x="1" y="1" width="8" height="8"/></svg>${outcome}</span>`,
  )}</span>`;
}

/** The labels of the time axis. They are only visual, because a table lists the time of every run. */
export function axis(scale: { readonly since: number; readonly until: number }): Html {
  const labels = axisTicks(scale).map(({ at, label }) => {
    const percent = positionOf(at, scale) / (laneWidth / 100);
    const anchor = percent > 97 ? 'end' : percent < 3 ? 'start' : 'middle';
    return html`<text x="${round(percent)}%" y="12" text-anchor="${anchor}">${label}</text>`;
  });
  return html`<svg class="axis" aria-hidden="true">${labels}</svg>`;
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
