import { counted } from '@syncline/core/internal';
import { outcomes } from '@syncline/runs';
import { html, type Html } from '../html.ts';
import { resultMark } from '../marks.ts';
import { moment } from '../time-text.ts';
import { grouped } from '../judge-job.ts';
import { countResults, type FleetReport, headline, isIdle, type Result } from '../report.ts';
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

/**
 * The first part of the page: the answer, the numbers behind it, and the runs over time.
 *
 * @param unchecked - why the report says nothing about now. @default it does
 */
export function headlineSection(report: FleetReport, unchecked?: string): Html {
  const { jobs, since, at } = report;
  const counts = countResults(jobs);
  const idle = jobs.filter(isIdle).length;
  const well = counts.pass - idle;
  const parts = [
    counts.error > 0 && `${counts.error} ${counts.error === 1 ? 'has' : 'have'} an error`,
    counts.unknown > 0 && `${counts.unknown} cannot be judged`,
    counts.warn > 0 && `${counts.warn} ${counts.warn === 1 ? 'has' : 'have'} a warning`,
    well > 0 && well < jobs.length && `${well} ${well === 1 ? 'is' : 'are'} doing well`,
    idle > 0 && idle < jobs.length && `${idle} ${idle === 1 ? 'has' : 'have'} no finished run`,
  ].filter((part) => part !== false);
  return html`<section class="headline" aria-labelledby="answer">
<div class="answer">${resultMark(unchecked === undefined ? overallResult(report) : 'unknown')}<div>
<h1 id="answer">${unchecked === undefined ? headline(report) : 'Not checked'}</h1>
<p>${unchecked !== undefined && `${unchecked.replace(/[.…]$/, '')}. What follows was last known: ${headline(report)}. `}${parts.length > 0 && `${parts.join(', ')}. `}Runs from ${moment(since)} to ${moment(at, true)} UTC.</p>
</div></div>
<ul class="tiles">${tiles(report)}</ul>
${endedRuns(report) + report.outcomes.running > 0 && fleetChart(report)}
</section>`;
}

function endedRuns({ outcomes: counts }: Pick<FleetReport, 'outcomes'>): number {
  return outcomes.filter((outcome) => outcome !== 'running').reduce((sum, outcome) => sum + counts[outcome], 0);
}

/** The numbers. One is good only if everything that it counts was looked at; otherwise, the text says what was not. */
function tiles(report: FleetReport): readonly Html[] {
  const { jobs, failures, lint, hasFreshness, isComplete } = report;
  const ended = endedRuns(report);
  const { succeeded, warned } = report.outcomes;
  const good = `${(Math.floor(((succeeded + warned) / ended) * 1_000) / 10).toFixed(1)} %`;
  const failed = failures.reduce((sum, { runs }) => sum + runs.length, 0);
  const judged = jobs.filter(({ freshness }) => freshness !== undefined).length;
  const stale = jobs.filter(({ freshness }) => freshness !== undefined && freshness.result !== 'pass').length;
  const unusual = jobs.filter(({ volume }) => (volume?.outliers ?? 0) > 0).length;
  const compared = jobs.filter(hasUsualVolume).length;
  const goodIf = (isLookedAt: boolean): string => (isLookedAt && isComplete ? 'good' : 'plain');
  return [
    ended === 0
      ? tile('jobs', '–', 'no run has ended', 'plain')
      : tile('jobs', good, `of ${counted(ended, 'run').replace(/^\d+/, grouped(ended))} succeeded`, 'plain'),
    ended === 0
      ? tile('failures', '–', 'not checked: no run has ended', 'plain')
      : tile(
          'failures',
          grouped(failed),
          `failed ${plural(failed, 'run')}${failed > 0 ? `, ${counted(failures.length, 'cause')}` : ''}`,
          failed > 0 ? 'bad' : goodIf(true),
        ),
    !hasFreshness
      ? tile('freshness', '–', 'not checked: no freshness configured', 'plain')
      : judged === 0
        ? tile('freshness', '–', 'not checked: no job matches', 'plain')
        : tile('freshness', grouped(stale), `${plural(stale, 'job')} not fresh`, stale > 0 ? 'bad' : goodIf(true)),
    compared === 0
      ? tile('volume', '–', 'not checked: no volume to compare', 'plain')
      : tile(
          'volume',
          grouped(unusual),
          `${plural(unusual, 'job')} with unusual volume${compared < jobs.length ? `, ${grouped(compared)} of ${grouped(jobs.length)} checked` : ''}`,
          unusual > 0 ? 'odd' : goodIf(compared === jobs.length),
        ),
    lintTile(lint),
  ];
}

function lintTile(lint: FleetReport['lint']): Html {
  if (lint === undefined) return tile('lint', '–', 'not checked: definitions not read', 'plain');
  const { jobs, unread, findings } = lint.counts;
  if (jobs === 0)
    return tile('lint', '–', `not checked: ${unread > 0 ? 'no definition could be read' : 'no job is known'}`, 'plain');
  const parts = [
    `lint ${plural(findings.error, 'error')}`,
    counted(findings.warning, 'warning'),
    ...(unread > 0 ? [`${counted(unread, 'job')} not checked`] : []),
    ...(lint.uncheckedErrors > 0 ? [`${counted(lint.uncheckedErrors, 'check')} not made`] : []),
  ];
  const isLookedAt = unread === 0 && lint.uncheckedErrors === 0;
  return tile(
    'lint',
    grouped(findings.error),
    parts.join(', '),
    findings.error > 0 ? 'bad' : isLookedAt ? 'good' : 'plain',
  );
}

function plural(count: number, noun: string): string {
  return counted(count, noun).replace(/^\d+ /, '');
}

function tile(target: string, figure: string, text: string, kind: string): Html {
  return html`<li><a href="#${target}" class="${kind}"><strong>${figure}</strong> <span>${text}</span></a></li>`;
}
