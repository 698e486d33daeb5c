import { cleanText, counted, durationOf, formatCount, tookText } from '@syncline/core/internal';
import { ago, html, type Html, moment, runColumns } from '../html.ts';
import { axisTicks, gridLines, lane } from '../run-charts.ts';
import { idleMark, outcomeMark, resultMark } from '../marks.ts';
import { wordsOf } from '../../insight/failures.ts';
import {
  isIdle,
  needsAttention,
  type FleetReport,
  type PageLimits,
  type ReportJob,
  type ReportRun,
  shownJobs,
} from '../report.ts';
import { axis, legend } from './fleet-chart.ts';

/** Maximum number of listed runs of a job; the script lists 100. */
const listedRuns = 3;

/** Every job with its runs on a time axis, in steps of one job. An opened job shows its reasons and its last runs. */
export function* jobsSection(report: FleetReport, limits: PageLimits): Generator<undefined, Html> {
  const { jobs, since, at } = report;
  const scale = { since, until: at };
  const grid = gridLines(axisTicks(scale), scale);
  const shown = shownJobs(report, limits);
  const left = jobs.length - shown.length;
  const { isLive } = limits;
  // The jobs are in the order of their results.
  const groups = [
    { title: 'Need attention', isIn: needsAttention },
    { title: 'With a warning', isIn: ({ result }: ReportJob) => result === 'warn' },
    { title: 'Doing well', isIn: (job: ReportJob) => job.result === 'pass' && !isIdle(job) },
    { title: 'No finished runs', isIn: isIdle },
  ]
    .map(({ title, isIn }) => ({ title, list: shown.filter(isIn), all: jobs.filter(isIn).length }))
    .filter(({ list }) => list.length > 0);
  const rows = new Map<ReportJob, Html>();
  for (const job of shown) {
    rows.set(job, item(job, rows.size, report, { runs: lane(job, scale, grid), isLive }));
    yield;
  }
  return html`<section id="jobs" aria-labelledby="jobs-title" data-all="${jobs.length}">
<header><h2 id="jobs-title">Jobs</h2>${legend(report)}</header>
${shown.length > 0 && html`<div class="lane-axis">${axis(scale)}</div>`}
${groups.map(({ title, list, all }) => html`<h3 class="group">${title} <span class="count">${formatCount(all)}${all > list.length && `, of which ${formatCount(list.length)} are shown`}</span></h3><ol class="lanes">${list.map((job) => rows.get(job))}</ol>`)}
${shown.length === 0 && html`<p class="empty">No job is listed, and no run was found in this time.</p>`}
<p class="empty nothing" hidden>${left > 0 ? 'No job on this page matches.' : 'No job matches.'}</p>
${left > 0 && html`<p class="empty">${left === 1 ? '1 job in the same or a better state is' : `${formatCount(left)} jobs in the same or a better state are`} not shown. ${isLive ? html`<a href="./jobs">List all ${formatCount(jobs.length)} jobs</a>.` : html`Choose jobs with <code>--job</code>, or see all of them on the page of <code>syncline monitor</code>.`}</p>`}
</section>`;
}

function item(
  job: ReportJob,
  index: number,
  { at }: FleetReport,
  { runs, isLive }: { readonly runs: Html; readonly isLive: boolean },
): Html {
  const { name, result, because, last } = job;
  const summary = `${counted(job.count ?? job.runs.length, 'run')}${unsuccessful(job)}`;
  return html`<li data-job="${name.toLowerCase()}" data-result="${result}"><details data-index="${index}">
<summary>${isIdle(job) ? idleMark() : resultMark(result)}<span class="name"><span class="off">${isIdle(job) ? 'no finished run' : result}: </span><bdi>${cleanText(name)}</bdi></span><span class="lane-box">${runs}</span><span class="last">${last === undefined ? 'no run' : ago(last.start, at)}<span class="off">, ${summary}</span></span>${job.why.length > 0 && html`<span class="why">${job.why.join(' · ')}</span>`}</summary>
<div class="job">${because.length > 0 && html`<ul class="because">${because.map((each) => html`<li>${sentence(each)}</li>`)}</ul>`}
${runTable(job, at)}${isLive && html`<p class="more-runs"><a href="./job?${new URLSearchParams({ name }).toString()}">All runs of this job</a></p>`}</div>
</details></li>`;
}

/** How many runs of the period did not succeed, if any: all of them, also if only the newest were read. */
function unsuccessful({ runs, hours }: ReportJob): string {
  const isUnsuccessful = (outcome: string): boolean => outcome !== 'succeeded' && outcome !== 'running';
  let count = 0;
  if (hours === undefined) for (const { outcome } of runs) count += isUnsuccessful(outcome) ? 1 : 0;
  else
    for (const each of hours)
      for (const [outcome, number] of Object.entries(each.runs)) count += isUnsuccessful(outcome) ? number : 0;
  return count > 0 ? `, ${formatCount(count)} of them did not succeed` : '';
}

/**
 * The last runs: a table for a job that needs attention, otherwise a sentence. The script replaces both with a table.
 */
function runTable(job: ReportJob, at: number): Html {
  const { name, runs, count, last } = job;
  if (last === undefined) return html`<p class="empty">No run was found.</p>`;
  if (!needsAttention(job))
    return html`<div class="runs"><p>${outcomeMark(last.outcome)} ${lastRun(last, at)}</p></div>`;
  const shown = runs.length > 0 ? runs.slice(-listedRuns).reverse() : [last];
  return html`<div class="runs scroll" tabindex="0" role="region" aria-label="Runs of ${cleanText(name)}"><table>
<caption>${(count ?? 0) > shown.length ? `The last ${shown.length} of ${counted(count ?? 0, 'run')}` : counted(shown.length, 'run')}</caption>
<thead><tr>${runColumns.map(([title, kind]) => html`<th scope="col" class="${kind}">${title}</th>`)}</tr></thead>
<tbody>${shown.map(runRow)}</tbody></table></div>`;
}

function lastRun(run: ReportRun, at: number): Html {
  const { outcome, start, rows } = run;
  const took = durationOf(run) === undefined ? '' : `, took ${tookText(run)}`;
  const moved = rows === undefined ? '' : ` and moved ${formatCount(rows)} rows`;
  return html`The last run ${outcome === 'running' ? 'is running' : outcome}: it started ${ago(start, at)}${took}${moved}.`;
}

function runRow(run: ReportRun): Html {
  const { outcome, start, rows, key } = run;
  return html`<tr><td><span class="with-mark">${outcomeMark(outcome)}${outcome}</span></td><td>${moment(start)}</td><td class="number">${tookText(run)}</td><td class="number">${rows === undefined ? '' : formatCount(rows)}</td><td class="words">${outcome === 'succeeded' ? '' : wordsOf(run, 200)}</td><td class="key"><code>${cleanText(key, 100)}</code></td></tr>`;
}

export function capitalized(phrase: string): string {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}`;
}

/** Makes a phrase a sentence. */
export function sentence(phrase: string): string {
  return `${capitalized(phrase)}${/[.!?…]$/.test(phrase) ? '' : '.'}`;
}

/** Number of jobs that a list shows before the rest is collapsed. */
const mostShown = { names: 6, sentences: 3 } as const;

/** Maximum number of jobs in a list. */
const mostItems = 200;

/**
 * A list of jobs, of which the first ones are visible and the rest is collapsed. The filter of the page reads
 * `data-job`.
 */
export function jobList(
  names: readonly string[],
  textOf: (name: string) => Html = (name) => html`<bdi>${name}</bdi>`,
  kind: keyof typeof mostShown = 'names',
): Html {
  const items = names
    .slice(0, mostItems)
    .map((name) => html`<li data-job="${name.toLowerCase()}">${textOf(name)}</li>`);
  const shown = items.length <= mostShown[kind] + 1 ? items : items.slice(0, mostShown[kind]);
  const rest = items.slice(shown.length);
  const left = names.length - items.length;
  const list = (all: readonly Html[]): Html => html`<ul class="${kind === 'names' ? 'jobs' : 'texts'}">${all}</ul>`;
  return html`${list(shown)}${rest.length > 0 && html`<details class="more"><summary>${counted(names.length - shown.length, 'more job')}</summary>${list(rest)}${left > 0 && html`<p class="empty">${counted(left, 'further job')} not listed.</p>`}</details>`}`;
}
