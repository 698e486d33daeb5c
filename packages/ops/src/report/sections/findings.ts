import { cleanText, counted } from '@syncline/core/internal';
import type { Finding } from '@syncline/jobs';
import { html, type Html, type HtmlValue } from '../html.ts';
import { resultMark } from '../marks.ts';
import type { FleetReport, ReportLint, Result, RuleFindings } from '../report.ts';
import { jobList } from './jobs.ts';

const marks: Readonly<Record<Finding['severity'], Result>> = { error: 'error', warn: 'warn', info: 'unknown' };

/** What the linter found in the definitions of the jobs, by rule. */
export function findingsSection({ lint }: FleetReport): Html {
  const counts = lint?.counts;
  return html`<section id="lint" aria-labelledby="lint-title">
<header><h2 id="lint-title">Definitions</h2><p>${counts !== undefined && counts.jobs > 0 && `${counted(counts.rules, 'rule')} on ${counted(counts.jobs, 'job')}: ${counted(counts.findings.error, 'error')}, ${counted(counts.findings.warn, 'warning')}.${counts.notChecked > 0 ? ` ${counted(counts.notChecked, 'check')} could not be made.` : ''}`}</p></header>
${lint === undefined && html`<p class="empty">The definitions of the jobs were not read, so no rule was checked.</p>`}
${counts?.jobs === 0 && counts.unread === 0 && html`<p class="empty">No jobs found yet, so no rule was checked.</p>`}
${lint?.rules.length === 0 && lint.counts.jobs > 0 && lint.unread.length === 0 && html`<p class="empty">No findings.</p>`}
<ul class="rules">${lint && lint.unread.length > 0 && unreadCard(lint.unread)}${lint?.rules.map(rule)}</ul>
</section>`;
}

/** The jobs whose definitions could not be read: no rule was checked there. */
function unreadCard(unread: ReportLint['unread']): Html {
  const becauseOf = new Map(unread.map(({ job, because }) => [job.name, because]));
  const names = jobList(
    [...becauseOf.keys()],
    (name) => html`<bdi>${cleanText(name)}</bdi>: ${cleanText(becauseOf.get(name) ?? '', 300)}`,
    'sentences',
  );
  return html`<li data-jobs>${resultMark('unknown')}<div><h3>The definition of ${counted(unread.length, 'job')} could not be read, so no rule was checked there.</h3>
${names}</div></li>`;
}

function rule({ rule: id, severity, findings }: RuleFindings): Html {
  const messages = new Set(findings.map(({ message }) => message));
  const isShared = messages.size === 1;
  const byJob = new Map(findings.map((finding) => [finding.job.name, finding]));
  const [first] = findings;
  const names = jobList(
    [...byJob.keys()],
    (name) =>
      html`<bdi>${cleanText(name)}</bdi>${!isShared && html`: ${prose(cleanText(byJob.get(name)?.message ?? '', 300))}`}`,
    isShared ? 'names' : 'sentences',
  );
  return html`<li data-jobs>${resultMark(marks[severity])}<div><h3>${isShared ? prose(cleanText(first?.message ?? id, 300)) : id}</h3>
<p class="facts">${severity}${isShared && html` · <code>${id}</code>`} · ${counted(byJob.size, 'job')}. ${prose(cleanText(first?.fix ?? '', 300))}</p>${names}</div></li>`;
}

/** A text with code between backticks. */
function prose(text: string): readonly HtmlValue[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}
