import { counted, formatCount } from '@syncline/core/internal';
import { outcomes } from '@syncline/runs';
import { html, type Html, moment } from '../html.ts';
import { resultMark } from '../marks.ts';
import { countFailures, countResults, type FleetReport, headline, isIdle, type Result } from '../report.ts';
import { fleetChart } from './fleet-chart.ts';
import { hasUsualVolume } from './volume.ts';

/**
 * The overall result of all jobs, which is the worst of their results. It is not known if some records could not be read:
 * any of them may be the last run of a job.
 */
export function overallResult({ jobs, isComplete }: Pick<FleetReport, 'jobs' | 'isComplete'>): Result {
  if (jobs.every(isIdle)) return 'unknown';
  const worst = jobs[0]?.result ?? 'unknown';
  return isComplete || worst === 'error' ? worst : 'unknown';
}

/** What the first part of a page says, without the report: a page that is kept must not keep all jobs. */
export interface HeadlineFacts {
  readonly result: Result;
  readonly answer: string;
  readonly counts: Html;
  readonly numbers: Html;
}

/** @param isLive - whether a monitor shows it */
export function headlineFacts(report: FleetReport, isLive: boolean): HeadlineFacts {
  const { jobs, since, at } = report;
  const counts = countResults(jobs);
  const idle = jobs.filter(isIdle).length;
  const well = counts.pass - idle;
  const parts = [
    counts.error > 0 && `${formatCount(counts.error)} ${counts.error === 1 ? 'has' : 'have'} an error`,
    counts.unknown > 0 && `${formatCount(counts.unknown)} cannot be judged`,
    counts.warn > 0 && `${formatCount(counts.warn)} ${counts.warn === 1 ? 'has' : 'have'} a warning`,
    well > 0 && well < jobs.length && `${formatCount(well)} ${well === 1 ? 'is' : 'are'} doing well`,
    idle > 0 && idle < jobs.length && `${formatCount(idle)} ${idle === 1 ? 'has' : 'have'} no finished run`,
  ].filter((part) => part !== false);
  return {
    result: overallResult(report),
    answer: headline(report),
    counts: html`${parts.length > 0 && `${parts.join(', ')}. `}Runs from ${moment(since)} to ${moment(at, true)} UTC.`,
    numbers: html`${jobs.length === 0 ? nextSteps(isLive) : html`<ul class="tiles">${tiles(report)}</ul><p class="quiet">${lintLine(report.lint)}</p>`}
${endedRuns(report) + report.outcomes.running > 0 && fleetChart(report)}`,
  };
}

/**
 * The first part of the page: the answer, the numbers behind it, and the runs over time.
 *
 * @param unchecked - why the report says nothing about now; undefined if it does
 */
export function headlineSection(
  { result, answer, counts, numbers }: HeadlineFacts,
  unchecked: string | undefined,
): Html {
  return html`<section class="headline" aria-labelledby="answer">
<div class="answer">${resultMark(unchecked === undefined ? result : 'unknown')}<div>
<h1 id="answer">${unchecked === undefined ? answer : 'Not checked'}</h1>
<p>${unchecked !== undefined && `${unchecked.replace(/[.…]$/, '')}. What follows was last known: ${answer}. `}${counts}</p>
</div></div>
${numbers}
</section>`;
}

function endedRuns({ outcomes: counts }: Pick<FleetReport, 'outcomes'>): number {
  return outcomes.filter((outcome) => outcome !== 'running').reduce((sum, outcome) => sum + counts[outcome], 0);
}

/** The numbers. One is good only if everything that it counts was looked at; otherwise, the text says what was not. */
function tiles(report: FleetReport): readonly Html[] {
  const { jobs, failures, hasFreshness, isComplete } = report;
  const ended = endedRuns(report);
  const { succeeded, warned } = report.outcomes;
  const good = `${(Math.floor(((succeeded + warned) / ended) * 1_000) / 10).toFixed(1)} %`;
  const failed = countFailures(report);
  const judged = jobs.filter(({ freshness }) => freshness !== undefined).length;
  const stale = jobs.filter(({ freshness }) => freshness !== undefined && freshness.result !== 'pass').length;
  const unusual = jobs.filter(({ volume }) => (volume?.outliers ?? 0) > 0).length;
  const compared = jobs.filter(hasUsualVolume).length;
  const goodIf = (isLookedAt: boolean): string => (isLookedAt && isComplete ? 'good' : 'plain');
  return [
    ended === 0
      ? tile('jobs', '–', 'no run has ended', 'plain')
      : tile('jobs', good, `of ${counted(ended, 'run')} succeeded`, 'plain'),
    ended === 0
      ? tile('failures', '–', 'not checked: no run has ended', 'plain')
      : tile(
          'failures',
          formatCount(failed),
          `failed ${plural(failed, 'run')}${failed > 0 ? `, ${counted(failures.length, 'cause')}` : ''}`,
          failed > 0 ? 'bad' : goodIf(true),
        ),
    !hasFreshness
      ? tile('freshness', '–', 'not checked: no freshness configured', 'plain')
      : judged === 0
        ? tile('freshness', '–', 'not checked: no job matches', 'plain')
        : tile('freshness', formatCount(stale), `${plural(stale, 'job')} not fresh`, stale > 0 ? 'bad' : goodIf(true)),
    compared === 0
      ? tile('volume', '–', 'not checked: no volume to compare', 'plain')
      : tile(
          'volume',
          formatCount(unusual),
          `${plural(unusual, 'job')} with unusual volume${compared < jobs.length ? `, ${formatCount(compared)} of ${formatCount(jobs.length)} checked` : ''}`,
          unusual > 0 ? 'odd' : goodIf(compared === jobs.length),
        ),
  ];
}

/** What the linter says, in one line: it is about the definitions of the jobs, and not about what happened. */
function lintLine(lint: FleetReport['lint']): Html {
  if (lint === undefined) return html`Lint: not checked, because the definitions of the jobs were not read.`;
  const { jobs, unread, findings } = lint.counts;
  if (jobs === 0)
    return html`Lint: not checked, because ${unread > 0 ? 'no definition could be read' : 'no jobs were found'}.`;
  const parts = [
    counted(findings.error, 'error'),
    counted(findings.warn, 'warning'),
    ...(unread > 0 ? [`${counted(unread, 'job')} not checked`] : []),
    ...(lint.uncheckedErrors > 0 ? [`${counted(lint.uncheckedErrors, 'check')} not made`] : []),
  ];
  return html`<a href="#lint">Lint</a>: ${parts.join(', ')} in the definitions of ${formatCount(jobs)} ${jobs === 1 ? 'job' : 'jobs'}.`;
}

/** What to do when there is nothing to show. */
function nextSteps(isLive: boolean): Html {
  const further = isLive
    ? html`Runs may be older: start the monitor with <code>--window 30d</code>.`
    : html`Runs may be older: look further back with <code>--since 30d</code>.`;
  return html`<div class="next"><h2>What to do next</h2><ol>
<li><code>syncline doctor</code> says whether the service can be reached, and how it responds.</li>
<li><code>syncline config check --since 7d</code> reads its newest records, and says whether <code>history</code> in the configuration names their properties.</li>
<li>${further}</li></ol></div>`;
}

function plural(count: number, noun: string): string {
  return counted(count, noun).replace(/^\S+ /, '');
}

function tile(target: string, figure: string, text: string, kind: string): Html {
  return html`<li><a href="#${target}" class="${kind}"><strong>${figure}</strong> <span>${text}</span></a></li>`;
}
