import { isEnded, outcomes } from '@syncline/runs';
import { html, type Html } from '../markup/html.ts';
import { resultMark } from '../markup/marks.ts';
import { moment } from '../markup/time-text.ts';
import { counted } from '../print/counted.ts';
import { grouped } from '../report/judge-job.ts';
import { countResults, needsAttention, type Report, type Result } from '../report/report.ts';
import { fleetChart } from './fleet-chart.ts';

/** The answer in one sentence: `12 of 240 jobs need attention`. */
export function headline({ jobs }: Pick<Report, 'jobs'>): string {
  const { length: all } = jobs;
  const wanting = jobs.filter(needsAttention).length;
  if (all === 0) return 'No job is known';
  if (wanting > 0) return `${wanting} of ${counted(all, 'job')} need${wanting === 1 ? 's' : ''} attention`;
  return all === 1 ? '1 job is doing well' : `All ${all} jobs are doing well`;
}

/** The result of all jobs together: that of the one that is doing worst. */
export function overallResult({ jobs }: Pick<Report, 'jobs'>): Result {
  return jobs.length === 0 ? 'unknown' : (jobs[0]?.result ?? 'pass');
}

/** The first thing on the page: the answer, what it is made of, and how the runs went over time. */
export function headlineSection(report: Report): Html {
  const { jobs, since, at } = report;
  const counts = countResults(jobs);
  const parts = [
    counts.error > 0 && `${counts.error} ${counts.error === 1 ? 'has' : 'have'} an error`,
    counts.unknown > 0 && `${counts.unknown} cannot be judged`,
    counts.warn > 0 && `${counts.warn} ${counts.warn === 1 ? 'has' : 'have'} a warning`,
    counts.pass > 0 && counts.pass < jobs.length && `${counts.pass} ${counts.pass === 1 ? 'is' : 'are'} doing well`,
  ].filter((part) => part !== false);
  return html`<section class="headline" aria-labelledby="answer">
<div class="answer">${resultMark(overallResult(report))}<div>
<h1 id="answer">${headline(report)}</h1>
<p>${parts.length > 0 && `${parts.join(', ')}. `}Runs from ${moment(since)} to ${moment(at, true)} UTC.</p>
</div></div>
<ul class="tiles">${tiles(report)}</ul>
${fleetChart(report)}
</section>`;
}

function tiles(report: Report): readonly Html[] {
  const { jobs, failures, lint, hasFreshness } = report;
  const ended = outcomes.filter(isEnded).reduce((sum, outcome) => sum + report.outcomes[outcome], 0);
  const { succeeded, warned } = report.outcomes;
  const good = ended === 0 ? '–' : `${(Math.floor(((succeeded + warned) / ended) * 1_000) / 10).toFixed(1)} %`;
  const failed = failures.reduce((sum, { runs }) => sum + runs.length, 0);
  const stale = jobs.filter(({ freshness }) => freshness !== undefined && freshness.result !== 'pass').length;
  const unusual = jobs.filter(({ volume }) => (volume?.outliers ?? 0) > 0).length;
  const findings = lint?.counts.findings;
  return [
    tile('jobs', good, `of ${counted(ended, 'run').replace(/^\d+/, grouped(ended))} succeeded`, 'plain'),
    tile(
      'failures',
      grouped(failed),
      `${plural(failed, 'run')} without success, ${counted(failures.length, 'reason')}`,
      failed > 0 ? 'bad' : 'good',
    ),
    hasFreshness
      ? tile('freshness', grouped(stale), `${plural(stale, 'job')} not fresh`, stale > 0 ? 'bad' : 'good')
      : tile('freshness', '–', 'no freshness configured', 'plain'),
    tile('volume', grouped(unusual), `${plural(unusual, 'job')} with unusual volume`, unusual > 0 ? 'odd' : 'good'),
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
