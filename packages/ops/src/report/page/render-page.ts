import { cleanText, counted, durationOf, formatCount, ownOptions } from '@syncline/core/internal';
import { outcomes } from '@syncline/runs';
import { createHash } from 'node:crypto';
import { finish } from '../../pause.ts';
import { html, Html, jsonBlock, moment } from '../html.ts';
import { favicon } from '../marks.ts';
import { type EarlierReport, findingId } from '../earlier-report.ts';
import type { RunData } from '../browser/page.ts';
import { wordsOf } from '../../insight/failures.ts';
import { type FleetReport, type PageLimits, type ReportJob, type ReportRun, shownJobs } from '../report.ts';
import { changesSection } from '../sections/changes.ts';
import { failuresSection } from '../sections/failures.ts';
import { findingsSection } from '../sections/findings.ts';
import { freshnessSection } from '../sections/freshness.ts';
import { type HeadlineFacts, headlineFacts, headlineSection } from '../sections/headline.ts';
import { jobsSection, sentence } from '../sections/jobs.ts';
import { volumeSection } from '../sections/volume.ts';
import { liveScript, logo, script, style } from '../page.gen.ts';

/** The settings of a page that updates itself. */
export interface LivePage {
  /** How often it requests an update, in seconds */
  readonly every: number;
  /** Changes when there is something new to show */
  readonly revision: string;
  /** What the page says about the monitor, such as when it last read the history */
  readonly state: string;
  /** Whether the monitor cannot read the history now, so that the page is not up to date. @default false */
  readonly isLost?: boolean | undefined;
  /**
   * Whether the history was read so recently that the results are still true. Otherwise, the page shows the last known ones
   * in grey, and says so. @default true
   */
  readonly isCurrent?: boolean | undefined;
}

const liveNames = { every: 1, revision: 1, state: 1, isLost: 1, isCurrent: 1 };

/**
 * Renders a report as a page: one HTML file with its style and its script, which loads and sends nothing. The page
 * works without the script. Its content security policy allows only this style and this script, by their hashes. So
 * even if data of the service were not escaped, it could not run or load anything.
 *
 * @param options - settings of a page that a server keeps up to date. @default a static file
 */
export function renderPage(report: FleetReport, options?: LivePage): string {
  return finish(fittingPage(report, options && ownOptions(options, liveNames))).page;
}

/**
 * The same in steps, so that a server can do other work in between.
 *
 * @returns a function that renders the page with these settings or others. It keeps the text of the page, and not the report
 */
export function* pageSteps(
  report: FleetReport,
  options?: LivePage,
): Generator<undefined, (options?: LivePage) => string> {
  const { content } = yield* fittingPage(report, options && ownOptions(options, liveNames));
  return renderLater(content);
}

/** The first page that fits. */
function* fittingPage(report: FleetReport, live: LivePage | undefined): Generator<undefined, FittingPage> {
  const { most, limits } = live === undefined ? ofReport : ofLivePage;
  const first = headlineFacts(report, live !== undefined);
  let rendered: { readonly jobs: number; readonly sections: PageSections } | undefined;
  let fitting: FittingPage | undefined;
  for (const limit of limits) {
    yield;
    const pageLimits = { ...limit, isLive: live !== undefined };
    if (rendered?.jobs !== limit.jobs)
      rendered = { jobs: limit.jobs, sections: yield* renderSections(report, pageLimits) };
    if (limit !== limits.at(-1) && leastSize(report, pageLimits, rendered.sections) > most) continue;
    const content = contentOf(report, pageLimits, first, rendered.sections);
    yield;
    fitting = { content, page: renderWhole(content, live) };
    if (Buffer.byteLength(fitting.page) <= most) break;
  }
  return fitting as FittingPage;
}

/** No page with these sections has fewer bytes. It takes long to render a page only to find that it does not fit. */
function leastSize(report: FleetReport, limits: PageLimits, sections: PageSections): number {
  const texts = Object.values(sections).reduce((sum, section) => sum + (section?.markup.length ?? 0), 0);
  // A run has five numbers, and a key has its quotes, each with a comma.
  return shownJobs(report, limits).reduce(
    (sum, { runs }) => sum + 10 * Math.min(runs.length, limits.runs) + 3 * countListed(runs, limits),
    texts,
  );
}

/** A function of its own, because one within a function that has the report would keep it. */
function renderLater(content: PageContent): (options?: LivePage) => string {
  return (options) => renderWhole(content, options && ownOptions(options, liveNames));
}

/** The size of a page in bytes, and how much it shows: the first that fits. Fewer runs are left out before any job. */
const ofReport = {
  most: 2_000_000,
  limits: [
    { jobs: 1_000, runs: 2_000 },
    { jobs: 1_000, runs: 60 },
    { jobs: 1_000, runs: 10 },
    { jobs: 400, runs: 10 },
    { jobs: 100, runs: 10 },
  ],
};
const ofLivePage = {
  most: 400_000,
  limits: [
    { jobs: 100, runs: 30 },
    { jobs: 50, runs: 10 },
    { jobs: 25, runs: 10 },
  ],
};

/** A page of a size that is allowed, and what it says. */
interface FittingPage {
  readonly content: PageContent;
  readonly page: string;
}

/** The parts of a page that do not depend on how many runs its data has. */
type PageSections = Readonly<Record<keyof ReturnType<typeof sectionsOf>, Html | undefined>>;

function sectionsOf(report: FleetReport, limits: PageLimits) {
  // Sections about no job would only say that nothing is known. The style then hides the filter, too.
  const ifAny =
    <Made>(section: () => Made) =>
    (): Made | undefined =>
      report.jobs.length === 0 ? undefined : section();
  return {
    changes: () => changesSection(report),
    list: ifAny(() => jobsSection(report, limits)),
    failures: ifAny(() => failuresSection(report)),
    freshness: ifAny(() => freshnessSection(report, limits)),
    volume: ifAny(() => volumeSection(report, limits)),
    findings: ifAny(() => findingsSection(report)),
  };
}

function* renderSections(report: FleetReport, limits: PageLimits): Generator<undefined, PageSections> {
  const sections: Partial<Record<keyof PageSections, Html | undefined>> = {};
  for (const [name, section] of Object.entries(sectionsOf(report, limits))) {
    const made = section();
    sections[name as keyof PageSections] = made === undefined || made instanceof Html ? made : yield* made;
    yield;
  }
  return sections as PageSections;
}

type PageContent = ReturnType<typeof contentOf>;

/** Everything that a page says, as text. */
function contentOf(report: FleetReport, limits: PageLimits, first: HeadlineFacts, sections: PageSections) {
  const { environment, at, notes, jobs } = report;
  const data = jsonBlock(embeddedData(report, limits));
  return { environment, at, notes, jobs: jobs.length, shown: shownJobs(report, limits).length, first, sections, data };
}

function renderWhole(content: PageContent, live: LivePage | undefined): string {
  const { environment, at, notes, jobs, shown, first, data } = content;
  const { changes, list, failures, freshness, volume, findings } = content.sections;
  const isCurrent = live?.isCurrent !== false;
  const answer = isCurrent ? first.answer : 'Not checked';
  const ownScript = live === undefined ? script : liveScript;
  // The bundler compiles a tagged template that contains a script's end tag to a call into a package that is not a
  // dependency.
  const ownScriptElement = new Html(`<script>${ownScript}</script>`);
  const page = html`<!doctype html>
<html lang="en" data-revision="${live?.revision}" data-every="${live?.every}"${!isCurrent && new Html(' class="stale"')}>
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${new Html(contentSecurityPolicy(live !== undefined))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="description" content="The state of the jobs of ${environment}: runs, failures, freshness and volume.">
<title>${answer} · ${environment}</title>
${favicon(isCurrent ? first.result : 'unknown')}
${live !== undefined && html`<noscript><meta http-equiv="refresh" content="${Math.max(15, live.every)}"></noscript>`}
<style>${new Html(style)}</style>
</head>
<body>
${jobs > 0 && html`<a class="skip" href="#jobs">Skip to the jobs</a>`}
<header class="top"><span class="brand">${new Html(logo)}Syncline</span>${live !== undefined && html`<a class="all" href="./jobs">All jobs</a>`}<span class="place">${environment}</span>${live === undefined ? html`<span>${moment(at, true)} UTC</span>` : html`<span id="state" role="status" class="${live.isLost === true && 'lost'}">${live.state}</span>`}</header>
<main>
<div data-part>${headlineSection(first, isCurrent ? undefined : live?.state)}
${changes}</div>
${filterBar(shown, jobs)}
<div data-part>${list}
${failures}
${freshness}
${volume}
${findings}</div>
</main>
<footer><div data-part>${notes.length > 0 && html`<ul>${notes.map((note) => html`<li>${sentence(note)}</li>`)}</ul>`}<p>${counted(jobs, 'job')} of ${environment}, at ${moment(at, true)} UTC. All times are UTC.</p></div><p>Made by <code>syncline ${live === undefined ? 'report' : 'monitor'}</code>.</p></footer>
<div id="tip" hidden></div>
${data}
${ownScriptElement}
</body>
</html>
`;
  return page.markup;
}

/** A page that needs no script: its form and its links load the next one. */
export interface PlainPage {
  readonly title: string;
  /** The name of the environment in the configuration */
  readonly environment: string;
  /** The pages above it, besides the first one */
  readonly path: readonly (readonly [href: string, text: string])[];
  readonly state: { readonly text: string; readonly isLost: boolean; readonly isCurrent: boolean };
  readonly body: Html;
}

/** The content security policy of a page without a script. */
export const plainPolicy = [
  "default-src 'none'",
  `style-src '${hashOf(style)}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** Renders a page with the style of the report and without a script. */
export function renderPlainPage({ title, environment, path, state, body }: PlainPage): string {
  const { text, isLost, isCurrent } = state;
  const above = path.map(
    ([href, name]) => html`<a href="${href}"><bdi>${name}</bdi></a><span aria-hidden="true">/</span>`,
  );
  return html`<!doctype html>
<html lang="en"${!isCurrent && new Html(' class="stale"')}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title} · ${environment}</title>
${favicon('unknown')}
<style>${new Html(style)}</style>
</head>
<body>
<header class="top"><a class="brand" href=".">${new Html(logo)}Syncline</a><span class="place">${environment}</span><span id="state" role="status" class="${isLost && 'lost'}">${text}</span></header>
<main class="plain">
<nav class="path" aria-label="Pages above"><a href=".">Overview</a><span aria-hidden="true">/</span>${above}</nav>
${body}
</main>
<footer><p>All times are UTC. Made by <code>syncline monitor</code>.</p></footer>
</body>
</html>
`.markup;
}

/**
 * The content security policy: only this style and this script are allowed. The live page may also request data from
 * its own server.
 *
 * @param isLive - whether the page keeps itself up to date
 */
export function contentSecurityPolicy(isLive: boolean): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(isLive ? liveScript : script)}'`,
    'img-src data:',
    ...(isLive ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** It needs the script, so the style hides it if scripts do not run. */
function filterBar(shown: number, all: number): Html {
  const count = `${shown === all ? '' : `${formatCount(shown)} of `}${counted(all, 'job')}`;
  return html`<div class="filter" role="search" aria-label="Jobs"><div><label class="off" for="search">Filter by the name of a job</label><input id="search" type="search" placeholder="Filter jobs" autocomplete="off" spellcheck="false"><fieldset><legend class="off">Show</legend>${choice('all', 'All', true)}${choice('attention', 'Need attention', false)}</fieldset><output id="shown" for="search">${count}</output></div></div>`;
}

function choice(value: string, label: string, isChosen: boolean): Html {
  return html`<label class="chip"><input class="off" type="radio" name="show" value="${value}"${isChosen && new Html(' checked')}>${label}</label>`;
}

/** Maximum length of a run's message in the table of runs, in characters. */
const longestWords = 200;
/** Maximum number of runs of a job in its table, with their keys. */
const mostListed = 100;

/** How many runs of a job are in its table. */
function countListed(runs: ReportJob['runs'], limits: PageLimits): number {
  return Math.min(runs.length, mostListed, limits.runs);
}

/**
 * The JSON in the page: the data that the next report compares with, and the runs for the script in a compact form. A
 * run is five numbers: seconds since the report's first moment, duration in seconds or -1, index of the outcome, rows
 * or -1, and index of the message.
 */
function embeddedData(report: FleetReport, limits: PageLimits): EarlierReport & RunData {
  const { runs: mostRuns, isLive } = limits;
  const shown = shownJobs(report, limits);
  const words = new Map<string, number>();
  const wordNumber = (run: ReportRun): number => {
    const text = run.outcome === 'succeeded' ? '' : wordsOf(run, longestWords);
    const known = words.get(text);
    if (known !== undefined) return known;
    words.set(text, words.size);
    return words.size - 1;
  };
  const { environment, at, since, jobs, failures, lint } = report;
  const runs = shown.map((job) => {
    const numbers: number[] = [];
    for (const run of job.runs.slice(-mostRuns)) {
      const { start, outcome, rows = -1 } = run;
      const duration = durationOf(run);
      const took = duration === undefined ? -1 : Math.round(duration / 1_000);
      numbers.push(Math.round((start - since) / 1_000), took, outcomes.indexOf(outcome), rows, wordNumber(run));
    }
    return numbers;
  });
  const keys = shown.map(({ runs: all }) =>
    all.slice(all.length - countListed(all, limits)).map(({ key }) => cleanText(key, 100)),
  );
  return {
    version: 1,
    environment,
    at,
    // No report is compared with a live page.
    jobs: (isLive ? [] : jobs).map(({ name, result }) => ({ name, result })),
    failures: (isLive ? [] : failures).map(({ id, message }) => ({ id, message })),
    ...(lint === undefined || isLive
      ? {}
      : { findings: lint.rules.flatMap(({ findings }) => findings.map(findingId)) }),
    since,
    outcomes,
    runs,
    keys,
    counts: shown.map((job) => job.count ?? job.runs.length),
    words: [...words.keys()],
  };
}
