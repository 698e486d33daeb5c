import { cleanText, counted, formatCount } from '@syncline/core/internal';
import { html, Html, momentText } from '../html.ts';
import { round } from '../run-charts.ts';
import type { JobVolume, FleetReport, PageLimits, ReportJob } from '../report.ts';

/** Maximum number of charts; fewer on a page with few jobs. */
const mostCharts = 60;
const width = 300;
const height = 72;
const margin = 6;

/** The jobs that moved an unusual number of rows, each with a chart of its successes. */
export function volumeSection({ jobs, since }: FleetReport, limits: PageLimits): Html {
  const most = Math.min(mostCharts, Math.ceil(limits.jobs / 2));
  const measured = jobs.filter(({ volume }) => volume !== undefined);
  const unusual = measured
    .filter(({ volume }) => (volume?.outliers ?? 0) > 0)
    .sort((left, right) => lastOutlier(right.volume, since) - lastOutlier(left.volume, since));
  const compared = jobs.filter(hasUsualVolume);
  const about =
    'Each successful run is compared with the 50 successful runs before it. The band shows the usual range.';
  return html`<section id="volume" aria-labelledby="volume-title">
<header><h2 id="volume-title">Volume</h2><p>${unusual.length > 0 && `${unusual.length} of ${counted(compared.length, 'job')} moved an unusual number of rows. ${about}`}</p></header>
${measured.length === 0 && html`<p class="empty">No successful run has a row count. If the history has a property for it, name it in <code>history.rows</code> of the configuration.</p>`}
${measured.length > 0 && compared.length === 0 && html`<p class="empty">No job has enough successful runs to say how many rows are usual.</p>`}
${compared.length > 0 && unusual.length === 0 && html`<p class="empty">${compared.length === jobs.length ? 'Every job moved as many rows as usual' : `No unusual volume in ${counted(compared.length, 'job')} with enough successful runs to compare`}.</p>`}
<ul class="charts">${unusual.slice(0, most).map((job) => card(job, since))}</ul>
${unusual.length > most && html`<p class="empty">${counted(unusual.length - most, 'job')} with older outliers not shown.</p>`}
</section>`;
}

/** Whether a job has enough successes to say how many rows are usual. */
export function hasUsualVolume({ volume }: Pick<ReportJob, 'volume'>): boolean {
  return volume?.points.some((point) => point.volume.result !== 'unknown') === true;
}

function lastOutlier(volume: JobVolume | undefined, since: number): number {
  return volume?.points.findLast((point) => point.volume.result === 'warn' && point.run.start >= since)?.run.start ?? 0;
}

function card({ name, volume }: ReportJob, since: number): Html | undefined {
  const point = volume?.points.findLast((each) => each.volume.result === 'warn' && each.run.start >= since);
  if (volume === undefined || point === undefined) return undefined;
  const { run, volume: judged } = point;
  const usual = `usually ${formatCount(Math.round(judged.median ?? 0))}`;
  return html`<li class="chart" data-job="${name.toLowerCase()}"><h3><bdi>${cleanText(name)}</bdi></h3>
<p><strong>${formatCount(run.rows)}</strong> rows on ${momentText(run.start, false)} UTC, ${usual}${volume.outliers > 1 && `; ${counted(volume.outliers, 'unusual run')} in this time`}</p>
${chart(volume)}</li>`;
}

/**
 * One dot for each success, in order, on a square-root scale, so that small numbers can be distinguished next to large
 * ones.
 */
function chart({ points }: JobVolume): Html {
  const highest = Math.max(1, ...points.map(({ run, volume }) => Math.max(run.rows, volume.expected?.[1] ?? 0)));
  const x = (index: number): number => round(margin + ((index + 0.5) / points.length) * (width - 2 * margin));
  const y = (rows: number): number => round(height - margin - Math.sqrt(rows / highest) * (height - 2 * margin));
  const known = points.flatMap(({ volume: { expected } }, index) =>
    expected === undefined ? [] : [{ index, expected }],
  );
  const upper = known.map(({ index, expected }) => `${x(index)},${y(expected[1])}`);
  const lower = known.map(({ index, expected }) => `${x(index)},${y(expected[0])}`).reverse();
  const line = points.map(({ run }, index) => `${x(index)},${y(run.rows)}`).join('L');
  // Lines of length 0 with round ends are drawn as dots, so that all dots are one element.
  const pathOf = (isUnusual: boolean, bar: (x: number, y: number) => string): Html =>
    new Html(
      points
        .map(({ run, volume }, index) => ((volume.result === 'warn') === isUnusual ? bar(x(index), y(run.rows)) : ''))
        .join(''),
    );
  const dots = html`<path class="dots" d="${pathOf(false, (left, top) => `M${left},${top}h0`)}"/><path class="odd" d="${pathOf(true, (left, top) => `M${left},${round(top - 5)}l5,5l-5,5l-5,-5z`)}"/>`;
  return html`<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${upper.length > 1 && html`<path class="band" d="M${new Html([...upper, ...lower].join('L'))}z"/>`}<path class="series" d="M${new Html(line)}"/>${dots}</svg>`;
}
