import {
  cleanText,
  counted,
  durationOf,
  formatCount,
  formatDuration,
  isConfigError,
  tookText,
} from '@syncline/core/internal';
import type { HourSummary, JobSummary, Store, StoredRun } from '@syncline/runs';
import type { Environment } from '../environment/environment.ts';
import {
  createCauseFinder,
  failedOutcomes,
  fingerprintOfRun,
  isFailure,
  linesOf,
  textsOf,
  wordsOf,
} from '../insight/failures.ts';
import type { JobIndex } from '../insight/job-index.ts';
import { storedRun } from '../insight/queries.ts';
import { ago, type Html, html, linesHtml, moment } from '../report/html.ts';
import { judgeJob, lastEnded, resultOfSummary, sortSummaries } from '../report/judge-job.ts';
import { axisTicks, gridLines, lane } from '../report/run-charts.ts';
import { idleMark, outcomeMark, resultMark } from '../report/marks.ts';
import { renderPlainPage } from '../report/page/render-page.ts';
import type { ReportFreshness, ReportRun, Result } from '../report/report.ts';
import { axis } from '../report/sections/fleet-chart.ts';
import { limitTexts } from '../report/sections/freshness.ts';
import { capitalized, sentence } from '../report/sections/jobs.ts';
import { createPause } from '../pause.ts';
import { summarizedRun } from '../report/stored-facts.ts';

/** What the pages of jobs and runs need. */
export interface FleetPagesContext {
  readonly environment: Environment;
  readonly store: Pick<Store, 'readHours' | 'readPage' | 'readRuns'>;
  readonly index: Pick<JobIndex, 'summaries' | 'summaryOf' | 'freshness' | 'freshnessAt'>;
  /** The jobs that exist, each with its cron expression if it is known and scheduled */
  readonly schedules: () => ReadonlyMap<string, string | null | undefined>;
  readonly now: () => number;
  readonly windowMs: number;
  /** What the pages say about the monitor, such as when it last read the history */
  readonly state: () => { readonly text: string; readonly isLost: boolean; readonly isCurrent: boolean };
}

/** A page, or why there is none. */
export interface FleetPage {
  readonly status: 200 | 404;
  readonly page: string;
}

const jobsOnPage = 100;
const runsOnPage = 50;
const filters = {
  all: 'All',
  attention: 'Need attention',
  warning: 'With a warning',
  well: 'Doing well',
  idle: 'No finished runs',
} as const;
type FilterName = keyof typeof filters;

/** A job in the list. */
interface ListedJob {
  readonly job: string;
  /** Undefined for a job without runs */
  readonly summary: JobSummary | undefined;
  readonly group: Exclude<FilterName, 'all'>;
}

/**
 * The pages of a monitor about jobs and runs. Each reads only what it shows: the rows of the store about the jobs, and
 * runs by pages. What the user chose is in the address, so that it can be kept and sent.
 */
export class FleetPages {
  readonly #context: FleetPagesContext;

  constructor(context: FleetPagesContext) {
    this.#context = context;
  }

  /** The list of jobs, those that need attention first, the latest first. */
  async jobs(query: URLSearchParams): Promise<FleetPage> {
    const { index, schedules, now } = this.#context;
    const text = (query.get('q') ?? '').trim().slice(0, 200);
    const name = query.get('show') ?? 'all';
    const show: FilterName = Object.hasOwn(filters, name) ? (name as FilterName) : 'all';
    const at = now();
    const summaries = index.summaries();
    const known = new Set(summaries.map(({ job }) => job));
    const idle = [...schedules().keys()].filter((job) => !known.has(job));
    // The results are those of the last tick; only the ages of the rows that are shown are computed again.
    const freshness = new Map(index.freshness().map((each) => [each.job, each]));
    const byState = sortSummaries(summaries, freshness);
    const all: readonly ListedJob[] = [
      ...byState.map((summary) => ({ job: summary.job, summary, group: groupOf(summary, freshness.get(summary.job)) })),
      ...idle.sort().map((job) => ({ job, summary: undefined, group: groupOf(undefined, freshness.get(job)) })),
    ];
    const wanted = text.toLowerCase();
    const matching = all.filter(({ job }) => job.toLowerCase().includes(wanted));
    const inGroup = (filter: FilterName): readonly ListedJob[] =>
      filter === 'all' ? matching : matching.filter(({ group }) => group === filter);
    const found = inGroup(show);
    const pages = Math.max(1, Math.ceil(found.length / jobsOnPage));
    const page = Math.min(pages, Math.max(1, Math.trunc(Number(query.get('page')) || 1)));
    const shown = found.slice((page - 1) * jobsOnPage, page * jobsOnPage);
    const current = index.freshnessAt(
      shown.map(({ job }) => job),
      at,
    );
    const pause = createPause();
    const rows: Html[] = [];
    for (const { job, summary, group } of shown) {
      const isWell = group === 'well' || group === 'idle';
      const last = summary === undefined || isWell ? undefined : await this.#lastRun(summary);
      const judged = judgeJob(last === undefined ? [] : [last], current.get(job), undefined);
      rows.push(jobRow({ job, summary, group, why: judged.why, result: judged.result, at }));
      await pause();
    }
    const addressOf = (filter: FilterName, number?: number): string =>
      address('jobs', { q: text, show: filter === 'all' ? '' : filter, page: String(number ?? '') });
    const chips = (Object.keys(filters) as FilterName[]).map(
      (each) =>
        html`<a class="chip" href="${addressOf(each)}"${each === show && isCurrentPage}>${filters[each]} <span class="count">${formatCount(inGroup(each).length)}</span></a>`,
    );
    const next =
      all.length === 0
        ? html`<p class="empty">No jobs yet. Jobs appear here when the monitor has read a run, or the definitions of the jobs.</p>`
        : html`<p class="empty">No job matches. <a href="jobs">Show all ${formatCount(all.length)} jobs</a>.</p>`;
    const body = html`<section class="headline"><h1>Jobs</h1>
<form class="find" action="jobs" role="search"><label class="off" for="q">Part of the name of a job</label><input id="q" type="search" name="q" value="${text}" placeholder="Find jobs" autocomplete="off">${show !== 'all' && html`<input type="hidden" name="show" value="${show}">`}<button>Find</button></form>
<nav class="chips" aria-label="State of the jobs">${chips}</nav>
${rows.length === 0 ? next : html`<div class="scroll" tabindex="0" role="region" aria-label="Jobs"><table class="fleet-list"><caption>${formatCount(found.length)} ${found.length === 1 ? 'job' : 'jobs'}${pages > 1 && `, page ${page} of ${formatCount(pages)}`}</caption><thead><tr><th scope="col">Job</th><th scope="col">Why</th><th scope="col" class="number">Last run</th></tr></thead><tbody>${rows}</tbody></table></div>`}
${pager(page > 1 && addressOf(show, page - 1), page < pages && addressOf(show, page + 1))}</section>`;
    return this.#page(200, 'Jobs', [], body);
  }

  /** One job: its state and its reasons, its schedule, its runs by pages, and its failures. */
  async job(query: URLSearchParams): Promise<FleetPage> {
    const { index, schedules, now, windowMs, store, environment } = this.#context;
    const job = query.get('name') ?? '';
    const summary = index.summaryOf(job);
    const known = schedules();
    if (summary === undefined && !known.has(job)) return this.#notFound('job', job);
    const at = now();
    const freshness = index.freshnessAt([job], at).get(job);
    const last = summary === undefined ? undefined : await this.#lastRun(summary);
    const { result, because } = judgeJob(last === undefined ? [] : [last], freshness, undefined);
    const onlyFailures = query.get('show') === 'failures';
    const cursor = query.get('from') ?? undefined;
    const since = at - windowMs;
    const hours = await store.readHours({
      since: Math.floor(since / 3_600_000) * 3_600_000,
      until: at + 1,
      jobs: [job],
    });
    let runs: readonly StoredRun[] = [];
    let next: string | undefined;
    try {
      const outcomesWanted = onlyFailures ? failedOutcomes : undefined;
      ({ runs, next } = await store.readPage({ job, outcomes: outcomesWanted, cursor, limit: runsOnPage }));
    } catch (error) {
      // Somebody has changed the address.
      if (!isConfigError(error)) throw error;
      return this.#notFound('page', cursor ?? '');
    }
    const isIdle = summary?.streak === undefined;
    const show = onlyFailures ? 'failures' : '';
    const body = html`<section class="headline"><div class="answer">${isIdle && result === 'pass' ? idleMark() : resultMark(result)}<div><h1><bdi>${cleanText(job)}</bdi></h1>
${because.length > 0 ? html`<ul class="because">${because.map((each) => html`<li>${sentence(each)}</li>`)}</ul>` : html`<p>${isIdle ? 'No run has ended yet. The next one that ends says how the job is doing.' : 'Nothing is wrong.'}</p>`}</div></div>
${facts([
  ['Schedule', scheduleText(known, job)],
  ['Last success', lastSuccess(summary, at)],
  ['In a row', streakText(summary, at)],
  ['Running', summary === undefined ? 'none' : formatCount(summary.running)],
  ['Freshness', freshnessText(freshness)],
])}
${hours.length > 0 && timeline(hours, since, at)}</section>
<section><header><h2>Runs</h2></header><nav class="chips" aria-label="Which runs"><a class="chip" href="${address('job', { name: job })}"${onlyFailures ? false : isCurrentPage}>All</a><a class="chip" href="${address('job', { name: job, show: 'failures' })}"${onlyFailures ? isCurrentPage : false}>Failures</a></nav>
${
  runs.length === 0
    ? html`<p class="empty">${onlyFailures ? 'No run of this job has failed.' : `The store has no ${cursor === undefined ? '' : 'more '}runs of this job.`}</p>`
    : runTable(
        runs.map((run) => storedRun(run, environment.history)),
        at,
      )
}
${pager(cursor !== undefined && address('job', { name: job, show }), next !== undefined && address('job', { name: job, show, from: next }), ['Newest runs', 'Older runs'])}</section>`;
    return this.#page(200, job, [['jobs', 'Jobs']], body);
  }

  /** One run: its facts, its message, its cause by the rules of the configuration, and the runs to compare it with. */
  async run(query: URLSearchParams): Promise<FleetPage> {
    const { store, environment, now } = this.#context;
    const key = query.get('key') ?? '';
    const [stored] = key === '' ? [] : await store.readRuns({ keys: [key] });
    if (stored === undefined) return this.#notFound('run', key);
    const at = now();
    const run = storedRun(stored, environment.history);
    const { job, outcome, start } = run;
    const isBad = isFailure(run);
    const good = await store.readPage({ job, outcomes: ['succeeded'], until: start, limit: 1 });
    const following = await store.readPage({
      job,
      since: start + 1,
      first: 'oldest',
      outcomes: ['succeeded'],
      limit: 1,
    });
    const message = outcome === 'succeeded' ? '' : linesOf(run, 4_000);
    const cause = isBad ? createCauseFinder(environment.causes ?? [])(textsOf(run)) : undefined;
    const print = isBad ? fingerprintOfRun(run) : undefined;
    const same = isBad ? await this.#sameFailures(run) : undefined;
    const body = html`<section class="headline"><div class="answer">${outcomeMark(outcome)}<div><h1>${capitalized(outcome)}${statusText(run)}</h1><p><a href="${address('job', { name: job })}"><bdi>${cleanText(job)}</bdi></a>, started ${moment(start, true)} UTC, ${ago(start, at)}.</p></div></div>
${message !== '' && html`<pre class="message">${linesHtml(message)}</pre>`}
${facts([
  ['Took', durationOf(run) === undefined ? (outcome === 'running' ? 'not ended yet' : 'not known') : tookText(run)],
  ['Rows', run.rows === undefined ? 'not known' : formatCount(run.rows)],
  ['Run', html`<code>${cleanText(key, 200)}</code>`],
  ['First seen', html`${moment(stored.firstSeen, true)} UTC`],
])}</section>
${
  cause !== undefined &&
  html`<section><header><h2>Diagnosis</h2></header>
${facts([
  [
    'Cause',
    cause.origin === 'unknown'
      ? html`not known: no entry of <code>causes</code> in the configuration matches`
      : html`${[cause.origin, cause.type].filter((text) => text !== undefined).join(', ')}${cause.because !== undefined && html` (“${cause.because.contains}” is in its ${cause.because.in})`}`,
  ],
  cause.advice !== undefined && ['What to do', cleanText(cause.advice, 500)],
  ['Fingerprint', html`<code>${print?.id}</code> ${print?.template}`],
  same !== undefined && ['Same failure', same],
  ['Last good run', runLink(good.runs[0], at, 'none is known before this run')],
  ['Next good run', runLink(following.runs[0], at, 'none yet')],
])}<p class="empty">For what changed in the job since its last good run: <code>syncline diagnose ${cleanText(key, 100)}</code></p></section>`
}`;
    return this.#page(
      200,
      `${outcome}: ${job}`,
      [
        ['jobs', 'Jobs'],
        [address('job', { name: job }), job],
      ],
      body,
    );
  }

  /** How often the last failures of the job were the same as this one. */
  async #sameFailures(run: ReportRun): Promise<Html> {
    const { store, environment, now } = this.#context;
    const { id } = fingerprintOfRun(run);
    const { runs } = await store.readPage({ job: run.job, outcomes: failedOutcomes, limit: 200 });
    const same = runs.filter((each) => fingerprintOfRun(storedRun(each, environment.history)).id === id);
    const first = ago((same.at(-1) ?? run).start, now());
    if (same.length === 1) return html`no other run of the job failed like this`;
    return html`${formatCount(same.length)} of the last ${formatCount(runs.length)} failures of the job, the first ${first}`;
  }

  /** The last run that is not running, with its message. */
  async #lastRun(summary: JobSummary): Promise<ReportRun> {
    const { store, environment } = this.#context;
    const [run] = await store.readRuns({ keys: [lastEnded(summary).key] });
    return run === undefined ? summarizedRun(summary) : storedRun(run, environment.history);
  }

  #notFound(what: string, name: string): FleetPage {
    const body = html`<section class="headline"><div class="answer">${idleMark()}<div><h1>No such ${what}</h1><p>The store has no ${what} called <code>${cleanText(name, 200)}</code>. It may have been deleted after the time that the store keeps runs. <a href="jobs">List all jobs</a>.</p></div></div></section>`;
    return this.#page(404, `No such ${what}`, [['jobs', 'Jobs']], body);
  }

  #page(
    status: 200 | 404,
    title: string,
    path: readonly (readonly [href: string, text: string])[],
    body: Html,
  ): FleetPage {
    const { environment, state } = this.#context;
    return { status, page: renderPlainPage({ title, environment: environment.name, path, state: state(), body }) };
  }
}

const isCurrentPage = html` aria-current="page"`;

function groupOf(summary: JobSummary | undefined, freshness: ReportFreshness | undefined): ListedJob['group'] {
  const result: Result = summary === undefined ? (freshness?.result ?? 'pass') : resultOfSummary(summary, freshness);
  if (result === 'error' || result === 'unknown') return 'attention';
  if (result === 'warn') return 'warning';
  const hasEnded = summary !== undefined && (summary.streak !== undefined || summary.last.outcome === 'unknown');
  return hasEnded || freshness !== undefined ? 'well' : 'idle';
}

interface JobRowFacts extends ListedJob {
  readonly why: readonly string[];
  readonly result: Result;
  readonly at: number;
}

function jobRow({ job, summary, group, why: reasons, result, at }: JobRowFacts): Html {
  const why =
    reasons.length > 0
      ? reasons.join(' · ')
      : group === 'idle'
        ? 'no run has ended'
        : summary !== undefined && summary.running > 0
          ? `${counted(summary.running, 'run')} running`
          : '';
  return html`<tr><th scope="row"><span class="with-mark">${group === 'idle' ? idleMark() : resultMark(result)}<a href="${address('job', { name: job })}"><bdi>${cleanText(job)}</bdi></a></span></th><td class="words">${why}</td><td class="number">${summary === undefined ? 'none' : ago(summary.last.start, at)}</td></tr>`;
}

/** The status word of the service, if it says more than the outcome. */
function statusText({ status, outcome }: ReportRun): Html | false {
  return (
    status !== '' && status.toLowerCase() !== outcome && html` <span class="status">${cleanText(status, 200)}</span>`
  );
}

function runTable(runs: readonly ReportRun[], at: number): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Runs"><table class="run-list"><thead><tr><th scope="col">Outcome</th><th scope="col">Started, UTC</th><th scope="col" class="number">Ago</th><th scope="col" class="number">Took</th><th scope="col" class="number">Rows</th><th scope="col">Service message</th></tr></thead><tbody>${runs.map(
    (run) =>
      html`<tr><td><span class="with-mark">${outcomeMark(run.outcome)}<a href="${address('run', { key: run.key })}">${run.outcome}</a></span></td><td>${moment(run.start)}</td><td class="number">${ago(run.start, at)}</td><td class="number">${tookText(run)}</td><td class="number">${run.rows === undefined ? '' : formatCount(run.rows)}</td><td class="words">${run.outcome === 'succeeded' ? '' : wordsOf(run, 200)}</td></tr>`,
  )}</tbody></table></div>`;
}

function timeline(hours: readonly HourSummary[], since: number, until: number): Html {
  const scale = { since, until };
  return html`<div class="timeline">${lane({ runs: [], hours }, scale, gridLines(axisTicks(scale), scale))}${axis(scale)}</div>`;
}

type Fact = readonly [name: string, value: string | Html];

function facts(list: readonly (Fact | false)[]): Html {
  return html`<dl class="facts-list">${list.map((each) => each !== false && html`<div><dt>${each[0]}</dt><dd>${each[1]}</dd></div>`)}</dl>`;
}

function scheduleText(known: ReadonlyMap<string, string | null | undefined>, job: string): string | Html {
  const expression = known.get(job);
  if (typeof expression === 'string') return html`<code>${cleanText(expression, 200)}</code>`;
  return expression === null ? 'not scheduled' : 'not known';
}

function lastSuccess(summary: JobSummary | undefined, at: number): string | Html {
  const start = summary?.lastStarts.succeeded ?? summary?.lastStarts.warned;
  return start === undefined ? 'none is known' : ago(start, at);
}

function streakText(summary: JobSummary | undefined, at: number): string | Html {
  const { streak } = summary ?? {};
  return streak === undefined
    ? 'no run has ended'
    : html`${counted(streak.runs, 'run')} ${streak.outcome}, since ${ago(streak.first.start, at)}`;
}

function freshnessText(freshness: ReportFreshness | undefined): string {
  if (freshness === undefined) return 'not configured';
  const { result, ageMs, missed, limits } = freshness;
  const parts = [
    result,
    ageMs !== undefined && `${formatDuration(ageMs)} old`,
    ...limitTexts(limits),
    missed.length > 0 && `${counted(missed.length, 'scheduled run')} missed`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

function runLink(run: StoredRun | undefined, at: number, otherwise: string): string | Html {
  return run === undefined
    ? otherwise
    : html`<a href="${address('run', { key: run.key })}">${moment(run.start)} UTC</a>, ${ago(run.start, at)}`;
}

function pager(
  before: string | false,
  after: string | false,
  [back, on] = ['Previous page', 'Next page'],
): Html | false {
  return (
    (before !== false || after !== false) &&
    html`<nav class="pager" aria-label="Pages">${before !== false && html`<a href="${before}">← ${back}</a>`}${after !== false && html`<a href="${after}" rel="next">${on} →</a>`}</nav>`
  );
}

/** A relative address, so that the monitor may stand behind a path. */
function address(path: string, parameters: Readonly<Record<string, string>>): string {
  const filled = Object.entries(parameters).filter(([, value]) => value !== '');
  return filled.length === 0 ? path : `${path}?${new URLSearchParams(filled).toString()}`;
}
