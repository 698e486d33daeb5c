import { counted } from '@syncline/core/internal';
import { html, type Html, moment } from '../html.ts';
import { resultMark } from '../marks.ts';
import type { FleetReport, Result } from '../report.ts';
import { jobList } from './jobs.ts';

/** The differences from the previous report. */
export function changesSection({ changes }: FleetReport): Html | undefined {
  if (changes === undefined) return undefined;
  const { since, broke, recovered, added, removed, newFailures, goneFailures, newFindings, fixedFindings } = changes;
  const items = [
    broke.length > 0 &&
      change(
        'error',
        `${counted(broke.length, 'job')} now need${broke.length === 1 ? 's' : ''} attention`,
        jobList(broke),
      ),
    newFailures.length > 0 &&
      change(
        'error',
        counted(newFailures.length, 'new reason') + ' for failures',
        texts(newFailures.map(({ message }) => message)),
      ),
    newFindings.length > 0 &&
      change(
        'warn',
        counted(newFindings.length, 'new lint finding'),
        texts([...new Set(newFindings.map(({ job, rule }) => `${job.name}: ${rule}`))]),
      ),
    recovered.length > 0 && change('pass', `${counted(recovered.length, 'job')} recovered`, jobList(recovered)),
    goneFailures.length > 0 &&
      change('pass', `${counted(goneFailures.length, 'cause')} of failures gone`, texts(goneFailures)),
    fixedFindings > 0 && change('pass', `${counted(fixedFindings, 'lint finding')} fixed`),
    added.length > 0 && change('unknown', counted(added.length, 'new job'), jobList(added)),
    removed.length > 0 && change('unknown', `${counted(removed.length, 'job')} gone`, jobList(removed)),
  ].filter((item) => item !== false);
  return html`<section id="changes" aria-labelledby="changes-title">
<header><h2 id="changes-title">Since the last report</h2><p>That was on ${moment(since, true)} UTC.</p></header>
${items.length === 0 ? html`<p class="empty">Nothing has changed.</p>` : html`<ul class="changes">${items}</ul>`}
</section>`;
}

function change(result: Result, title: string, more?: Html): Html {
  return html`<li>${resultMark(result)}<div><h3>${title}</h3>${more}</div></li>`;
}

const most = 6;

function texts(all: readonly string[]): Html {
  const rest = all.length - most;
  return html`<ul class="texts">${all.slice(0, most).map((text) => html`<li>${text}</li>`)}${rest > 0 && html`<li>and ${rest} more</li>`}</ul>`;
}
