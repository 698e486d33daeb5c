import { cleanText, counted, formatCount } from '@syncline/core/internal';
import { outcomes } from '@syncline/runs';
import { ago, html, type Html, linesHtml } from '../html.ts';
import { columnChart, countColumns } from '../run-charts.ts';
import { linesOf } from '../../insight/failures.ts';
import { countFailures, type ReportFailures, type FleetReport, type ReportRun } from '../report.ts';
import { jobList } from './jobs.ts';

const most = 50;
/** Maximum number of fingerprints for a cause. `syncline diagnose` shows the one of a run. */
const mostFingerprints = 3;
/** The characters of a message that are always visible, and those that the page has. */
const shortMessage = 160;
const longestMessage = 1_500;

/** The failures by reason, each with its message, its runs over time and its jobs. */
export function failuresSection(report: FleetReport): Html {
  const { failures } = report;
  const shown = failures.slice(0, most);
  const [all, read] = [countFailures(report), failures.reduce((sum, { runs }) => sum + runs.length, 0)];
  const part = read < all ? ` Grouped from ${formatCount(read)} of ${formatCount(all)} failed runs.` : '';
  const empty = !hasEnded(report)
    ? 'No run has ended in this time, so it is not known whether runs fail.'
    : report.isComplete
      ? 'No run failed in this time.'
      : 'No failure was found, but not every record could be read.';
  return html`<section id="failures" aria-labelledby="failures-title">
<header><h2 id="failures-title">Failures</h2><p>${failures.length === 0 ? '' : `${counted(failures.length, 'cause')}, latest first.${part}`}</p></header>
${shown.length === 0 ? html`<p class="empty">${empty}</p>` : html`<ol class="failures">${shown.map((group) => failure(group, report))}</ol>`}
${failures.length > most && html`<p class="empty">${counted(failures.length - most, 'older cause')} not shown.</p>`}
</section>`;
}

/** A long message is cut, and can be unfolded: a stack trace must not push the next failure off the screen. */
function messageOf(message: string, run: ReportRun | undefined): Html {
  const whole = run === undefined ? '' : linesOf(run, longestMessage);
  if (message === '') return html`<p class="message">No message</p>`;
  if (whole.length <= shortMessage && !whole.includes('\n')) return html`<p class="message">${message}</p>`;
  const [first = ''] = whole.split('\n');
  return html`<p class="message">${cleanText(first, shortMessage)}</p><details class="more"><summary>Show all</summary><pre class="message">${linesHtml(whole)}</pre></details>`;
}

function hasEnded({ outcomes: counts }: FleetReport): boolean {
  return outcomes.some((outcome) => outcome !== 'running' && counts[outcome] > 0);
}

function failure({ message, cause, fingerprints, runs }: ReportFailures, { since, at }: FleetReport): Html {
  const scale = { since, until: at };
  const byJob = new Map<string, number>();
  for (const { job } of runs) byJob.set(job, (byJob.get(job) ?? 0) + 1);
  const names = [...byJob].sort(([, left], [, right]) => right - left).map(([name]) => name);
  const last = runs.at(-1);
  const first = runs[0];
  return html`<li class="failure ${last?.outcome}" data-jobs><div class="what">${messageOf(message, last)}
${cause.origin !== 'unknown' && html`<p class="cause">Cause: ${cleanText([cause.origin, cause.type].filter((text) => text !== undefined).join(', '), 200)}${cause.advice !== undefined && html`. ${cleanText(cause.advice, 500)}`}</p>`}
<p class="facts"><strong>${counted(runs.length, 'run')}</strong> of ${counted(names.length, 'job')}${last && html`, the last one ${ago(last.start, at)}`}${first !== undefined && first !== last && html`, the first one ${ago(first.start, at)}`}${fingerprints.length > 1 && html`, in ${counted(fingerprints.length, 'wording')}`}</p>
<p class="print">${fingerprints.slice(0, mostFingerprints).map(({ id, template }) => html`<code title="${template}">${id}</code> `)}</p></div>
<div class="when">${columnChart(countColumns([{ runs }], scale, 48), 32)}</div>
<div class="who">${jobList(names, (name) => {
    const count = byJob.get(name) ?? 0;
    return html`<bdi>${cleanText(name)}</bdi>${count > 1 && html` <span class="times">× ${count}</span>`}`;
  })}</div></li>`;
}
