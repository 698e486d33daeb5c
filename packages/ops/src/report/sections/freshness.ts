import { cleanText, counted, formatDuration } from '@syncline/core/internal';
import { html, type Html, momentText } from '../html.ts';
import { resultMark } from '../marks.ts';
import { type FleetReport, type PageLimits, type ReportFreshness, type ReportJob, results } from '../report.ts';

type FreshJob = ReportJob & { readonly freshness: ReportFreshness };

/** The freshness of each job, the worst first. Fresh jobs are collapsed. */
export function freshnessSection({ jobs, hasFreshness }: FleetReport, { jobs: most }: PageLimits): Html {
  const judged = jobs
    .filter((job): job is FreshJob => job.freshness !== undefined)
    .sort((left, right) => results.indexOf(left.freshness.result) - results.indexOf(right.freshness.result));
  const stale = judged.filter(({ freshness }) => freshness.result !== 'pass');
  const fresh = judged.filter(({ freshness }) => freshness.result === 'pass');
  const empty = hasFreshness
    ? jobs.length === 0
      ? 'No jobs found.'
      : 'No job matches an entry of freshness in the configuration.'
    : 'The configuration does not say how fresh the data of which jobs must be. Add freshness to it.';
  return html`<section id="freshness" aria-labelledby="freshness-title">
<header><h2 id="freshness-title">Freshness</h2><p>${judged.length > 0 && `${fresh.length} of ${counted(judged.length, 'job')} fresh. The age counts from the start of the last success.`}</p></header>
${judged.length === 0 && html`<p class="empty">${empty}</p>`}
${judged.length > 0 && stale.length === 0 && html`<p class="empty">Every job is fresh.</p>`}
${stale.length > 0 && table('Jobs that are not fresh', stale, most)}
${fresh.length > 0 && html`<details class="more"><summary>${counted(fresh.length, 'job')} that ${fresh.length === 1 ? 'is' : 'are'} fresh</summary>${table('Jobs that are fresh', fresh, most)}</details>`}
</section>`;
}

function table(caption: string, jobs: readonly FreshJob[], most: number): Html {
  const hasMissed = jobs.some(({ freshness }) => freshness.missed.length > 0);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<caption>${caption}${jobs.length > most && `: ${most} of ${jobs.length}`}</caption>
<thead><tr><th scope="col">Job</th><th scope="col">Result</th><th scope="col" class="number">Age</th><th scope="col">Age and limits</th>${hasMissed && html`<th scope="col">Missed runs, UTC</th>`}</tr></thead>
<tbody>${jobs.slice(0, most).map((job) => row(job, hasMissed))}</tbody></table></div>`;
}

function row({ name, freshness }: FreshJob, hasMissed: boolean): Html {
  const { result, ageMs, missed } = freshness;
  const latest = missed.at(-1);
  return html`<tr data-job="${name.toLowerCase()}"><th scope="row"><bdi>${cleanText(name)}</bdi></th><td><span class="with-mark">${resultMark(result)}${result}</span></td><td class="number">${ageMs === undefined ? 'no success' : formatDuration(ageMs)}</td><td class="gauge-cell">${gauge(freshness)}</td>${hasMissed && html`<td>${latest !== undefined && `${counted(missed.length, 'run')}, the last on ${momentText(latest, false)}`}</td>`}</tr>`;
}

/** The age and its limits. The scale ends a little above the largest of them. */
function gauge({ ageMs, result, limits }: ReportFreshness): Html | undefined {
  const { warn, error } = limits;
  if (warn === undefined && error === undefined) return undefined;
  const most = Math.max(warn ?? 0, error ?? 0) * 1.5;
  const x = (value: number): number => Math.round(Math.min(1, value / most) * 1_000) / 10;
  const marks = Object.entries({ warn, error }).map(
    ([name, limit]) => limit !== undefined && html`<path class="limit ${name}" d="M${x(limit)},0v12"/>`,
  );
  return html`<svg class="gauge" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true"><rect class="track" x="0" y="3" width="100" height="6"/>${ageMs !== undefined && html`<rect class="age ${result}" x="0" y="3" width="${x(ageMs)}" height="6"/>`}${marks}</svg><span class="limits">${limitTexts(limits).join(', ')}</span>`;
}

/** What happens at which age: `warns after 2h`, `fails after 6h`. */
export function limitTexts({ warn, error }: ReportFreshness['limits']): readonly string[] {
  return Object.entries({ warns: warn, fails: error }).flatMap(([what, limit]) =>
    limit === undefined ? [] : [`${what} after ${formatDuration(limit)}`],
  );
}
