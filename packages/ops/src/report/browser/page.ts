/**
 * The script of the page: the filter, the runs of an opened job, and the tooltip. The page works without it. Data of
 * the service is inserted with `textContent`, so it cannot create markup.
 */
import { formatCount, formatDuration } from '@syncline/core/internal';
import { momentText, runColumns } from '../html.ts';

/** The element with an id that the page always has. */
export function $<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  if (className !== '') element.className = className;
  element.append(...content);
  return element;
}

/** The runs of the jobs on the page, in the compact form of `embeddedData`. */
export interface RunData {
  readonly since: number;
  readonly outcomes: readonly string[];
  readonly runs: readonly (readonly number[])[];
  /** How many runs each job had, of which the page may have only the last ones */
  readonly counts: readonly number[];
  /** The keys of the last runs of each job */
  readonly keys: readonly (readonly string[])[];
  readonly words: readonly string[];
}

type PageData = RunData & { readonly at: number };
let data: PageData | undefined;

/** The data in the page, which is parsed when somebody needs it. */
function read(): PageData {
  return (data ??= JSON.parse($('data').textContent ?? '') as PageData);
}

/** Replaces the data of the page by that of a newer one. */
export function replaceData(text: string): void {
  data = JSON.parse(text) as PageData;
}

interface PageRun {
  readonly key: string | undefined;
  readonly start: number;
  /** In seconds, or -1. */
  readonly took: number;
  readonly outcome: string;
  /** Number of rows, or -1. */
  readonly rows: number;
  readonly words: string;
}

/** The runs of a job: five numbers each. */
function runsOf(index: number): PageRun[] {
  const { since, outcomes, runs, keys, words } = read();
  const flat = runs[index] ?? [];
  const sortKey = keys[index] ?? [];
  const count = flat.length / 5;
  return Array.from({ length: count }, (_, at) => {
    const [start, took, outcome, rows, word] = flat.slice(5 * at, 5 * at + 5) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const key = sortKey[at + sortKey.length - count];
    return { key, start: since + start * 1000, took, outcome: outcomes[outcome]!, rows, words: words[word] ?? '' };
  });
}

function duration(seconds: number): string {
  return seconds === 0 ? '0s' : formatDuration(seconds * 1000);
}

/** An opened job lists its last 100 runs. */
const mostListed = 100;

function listRuns(details: HTMLElement): void {
  const all = runsOf(Number(details.dataset['index']));
  const box = details.querySelector<HTMLElement>('.runs');
  if (all.length === 0 || box === null) return;
  const marks = new Map(
    [...document.querySelectorAll('.legend .swatch rect')].map((rect) => [rect.classList[1], rect.closest('svg')]),
  );
  const rows = all
    .slice(-mostListed)
    .reverse()
    .map(({ key, start, took, outcome, rows: count, words }) => {
      const swatch = marks.get(outcome)?.cloneNode(true);
      const label = make('span', 'with-mark', ...(swatch === undefined ? [] : [swatch]), outcome);
      return make(
        'tr',
        '',
        make('td', '', label),
        make('td', 'when', momentText(start, false)),
        make('td', 'number', took < 0 ? '' : duration(took)),
        make('td', 'number', count < 0 ? '' : formatCount(count)),
        make('td', 'words', words),
        make('td', 'key', make('code', '', String(key))),
      );
    });
  const head = make(
    'tr',
    '',
    ...runColumns.map(([title, kind]) => Object.assign(make('th', kind, title), { scope: 'col' })),
  );
  const count = read().counts[Number(details.dataset['index'])] ?? all.length;
  const caption =
    count > rows.length
      ? `The last ${rows.length} of ${formatCount(count)} runs`
      : `${count} ${count === 1 ? 'run' : 'runs'}`;
  box.replaceChildren(
    make('table', '', make('caption', '', caption), make('thead', '', head), make('tbody', '', ...rows)),
  );
  box.className = 'runs scroll';
  box.tabIndex = 0;
  box.setAttribute('role', 'region');
  box.setAttribute('aria-label', `Runs of ${details.querySelector('.name')?.lastChild?.textContent ?? ''}`);
}

document.addEventListener(
  'toggle',
  ({ target }) => {
    const details = target as HTMLDetailsElement;
    if (!details.open || details.dataset['index'] === undefined || details.dataset['full'] !== undefined) return;
    details.dataset['full'] = 'yes';
    listRuns(details);
  },
  true,
);

/* The tooltip. */
const tip = $('tip');

function moveTip(x: number, y: number): void {
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.max(8, Math.min(innerWidth - width - 8, x - width / 2));
  const top = y - height - 14 < 8 ? y + 18 : y - height - 14;
  tip.style.transform = `translate(${left}px,${top}px)`;
}

/** The run nearest to a point of a lane, within 12 pixels. */
function runAt(job: HTMLElement, lane: Element, clientX: number): PageRun | undefined {
  const { left, width } = lane.getBoundingClientRect();
  const { since, at } = read();
  const msPerPixel = (at - since) / width;
  const pointed = since + (clientX - left) * msPerPixel;
  const distance = ({ start, took }: PageRun): number =>
    Math.max(0, start - pointed, pointed - start - Math.max(0, took) * 1000);
  let near: PageRun | undefined;
  for (const run of runsOf(Number(job.dataset['index'])))
    if (near === undefined || distance(run) <= distance(near)) near = run;
  return near === undefined || distance(near) > 12 * msPerPixel ? undefined : near;
}

document.addEventListener('pointermove', ({ target, clientX }) => {
  const lane = (target as Partial<Element> | null)?.closest?.('.lanes .lane-box') ?? null;
  const job = lane?.closest('details');
  const run = lane === null || job === null || job === undefined ? undefined : runAt(job, lane, clientX);
  tip.hidden = run === undefined;
  if (run === undefined || lane === null) return;
  const facts = [run.outcome, `${momentText(run.start, false)} UTC`];
  if (run.took >= 0) facts.push(duration(run.took));
  if (run.rows >= 0) facts.push(`${formatCount(run.rows)} rows`);
  tip.textContent = facts.filter((fact) => fact !== '').join(' · ') + (run.words === '' ? '' : `\n${run.words}`);
  moveTip(clientX, lane.getBoundingClientRect().top);
});

/* The filter. */
const search = $<HTMLInputElement>('search');
// A phone has no key to press.
if (matchMedia('(hover: hover)').matches) search.placeholder += ', press /';

/** Shows the jobs that the filter selects. */
export function applyFilter(): void {
  const wanted = search.value.trim().toLowerCase();
  const only = document.querySelector<HTMLInputElement>('.filter [name=show]:checked')?.value;
  let shown = 0;
  for (const element of document.querySelectorAll<HTMLElement>('[data-job]')) {
    const { job = '', result } = element.dataset;
    const isWell = result !== undefined && result !== 'error' && result !== 'unknown';
    element.hidden = !job.includes(wanted) || (only === 'attention' && isWell);
    if (result !== undefined && !element.hidden) shown += 1;
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-jobs]'))
    element.hidden = wanted !== '' && element.querySelector('[data-job]:not([hidden])') === null;
  for (const group of document.querySelectorAll<HTMLElement>('#jobs .group'))
    group.hidden = group.nextElementSibling?.querySelector(':scope > li:not([hidden])') === null;
  const nothing = document.querySelector<HTMLElement>('#jobs .nothing');
  if (nothing !== null) nothing.hidden = shown > 0 || (wanted === '' && only !== 'attention');
  for (const more of document.querySelectorAll<HTMLDetailsElement>('[data-jobs] .more'))
    more.open = wanted !== '' && more.querySelector('[data-job]:not([hidden])') !== null;
  // A page without jobs has no list.
  const all = Number(document.querySelector<HTMLElement>('#jobs')?.dataset['all'] ?? 0);
  $('shown').textContent =
    `${shown === all ? '' : `${formatCount(shown)} of `}${formatCount(all)} ${all === 1 ? 'job' : 'jobs'}`;
}

document.querySelector('.filter')?.addEventListener('input', applyFilter);
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || (event.target as Partial<Element> | null)?.matches?.('input')) return;
  event.preventDefault();
  search.focus();
});
// When the user returns to the page, the browser may have kept the input.
addEventListener('pageshow', () => {
  const first = document.querySelector<HTMLInputElement>('.filter [name=show]');
  if (search.value !== '' || first?.checked !== true) applyFilter();
});
