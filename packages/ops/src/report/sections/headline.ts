import { counted } from '@syncline/core/internal';
import { outcomes } from '@syncline/runs';
import { html, type Html } from '../html.ts';
import { resultMark } from '../marks.ts';
import { moment } from '../time-text.ts';
import { grouped } from '../judge-job.ts';
import { countResults, type FleetReport, headline, isIdle, type Result } from '../report.ts';
import { fleetChart } from './fleet-chart.ts';
import { hasUsualVolume } from './volume.ts';

/** The overall result of all jobs, which is the worst of their results. */
export function overallResult({ jobs }: Pick<FleetReport, 'jobs'>): Result {
  return jobs.every(isIdle) ? 'unknown' : (jobs[0]?.result ?? 'pass');
}

/** The first part of the page: the answer, the numbers behind it, and the runs over time. */
export function headlineSection(report: FleetReport): Html {
  const { jobs, since, at } = report;
  const counts = countResults(jobs);
  const idle = jobs.filter(isIdle).length;
  const well = counts.pass - idle;
  const parts = [
    counts.error > 0 && `${counts.error} ${counts.error === 1 ? 'has' : 'have'} an error`,
    counts.unknown > 0 && `${counts.unknown} cannot be judged`,
    counts.warn > 0 && `${counts.warn} ${counts.warn === 1 ? 'has' : 'have'} a warning`,
    well > 0 && well < jobs.length && `${well} ${well === 1 ? 'is' : 'are'} doing well`,
    idle > 0 && idle < jobs.length && `${idle} ${idle === 1 ? 'has' : 'have'} no runs`,
  ].filter((part) => part !== false);
  return html`<section class="headline" aria-labelledby="answer">
<div class="answer">${resultMark(overallResult(report))}<div>
<h1 id="answer">${headline(report)}</h1>
<p>${parts.length > 0 && `${parts.join(', ')}. `}Runs from ${moment(since)} to ${moment(at, true)} UTC.</p>
</div></div>
<ul class="tiles">${tiles(report)}</ul>
${endedRuns(report) + report.outcomes.running > 0 && fleetChart(report)}
</section>`;
}

function endedRuns({ outcomes: counts }: Pick<FleetReport, 'outcomes'>): number {
  return outcomes.filter((outcome) => outcome !== 'running').reduce((sum, outcome) => sum + counts[outcome], 0);
}

function tiles(report: FleetReport): readonly Html[] {
  const { jobs, failures, lint, hasFreshness } = report;
  const ended = endedRuns(report);
  const { succeeded, warned } = report.outcomes;
  const good = `${(Math.floor(((succeeded + warned) / ended) * 1_000) / 10).toFixed(1)} %`;
  const failed = failures.reduce((sum, { runs }) => sum + runs.length, 0);
  const stale = jobs.filter(({ freshness }) => freshness !== undefined && freshness.result !== 'pass').length;
  const unusual = jobs.filter(({ volume }) => (volume?.outliers ?? 0) > 0).length;
  const isCompared = jobs.some(hasUsualVolume);
  const findings = lint?.counts.findings;
  return [
    ended === 0
      ? tile('jobs', '–', 'no run has ended', 'plain')
      : tile('jobs', good, `of ${counted(ended, 'run').replace(/^\d+/, grouped(ended))} succeeded`, 'plain'),
    tile(
      'failures',
      grouped(failed),
      `${plural(failed, 'run')} without success${failed > 0 ? `, ${counted(failures.length, 'reason')}` : ''}`,
      failed > 0 ? 'bad' : 'good',
    ),
    hasFreshness
      ? tile('freshness', grouped(stale), `${plural(stale, 'job')} not fresh`, stale > 0 ? 'bad' : 'good')
      : tile('freshness', '–', 'no freshness configured', 'plain'),
    isCompared
      ? tile('volume', grouped(unusual), `${plural(unusual, 'job')} with unusual volume`, unusual > 0 ? 'odd' : 'good')
      : tile('volume', '–', 'no volume to compare', 'plain'),
    findings === undefined
      ? tile('lint', '–', 'definitions not read', 'plain')
      : tile(
          'lint',
          grouped(findings.error),
          `lint ${plural(findings.error, 'error')}, ${counted(findings.warning, 'warning')}`,
          findings.error > 0 ? 'bad' : 'good',
        ),
  ];
}

function plural(count: number, noun: string): string {
  return counted(count, noun).replace(/^\d+ /, '');
}

function tile(target: string, figure: string, text: string, kind: string): Html {
  return html`<li><a href="#${target}" class="${kind}"><strong>${figure}</strong> <span>${text}</span></a></li>`;
}
