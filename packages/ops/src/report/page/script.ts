/**
 * The script of the page: the filter, the runs of an opened job, and the tooltip. The page works without it. Data of
 * the service is inserted with `textContent`, so it cannot create markup.
 */
export const script = String.raw`'use strict';
const $ = (id) => document.getElementById(id);
const make = (name, className, ...content) => {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...content);
  return element;
};
let data;
const read = () => data ??= JSON.parse($('data').textContent);

/* The runs of a job: five numbers each. */
const runsOf = (index) => {
  const { since, outcomes, runs, keys, words } = read();
  const flat = runs[index] ?? [];
  return Array.from({ length: flat.length / 5 }, (_, at) => {
    const [start, took, outcome, rows, word] = flat.slice(5 * at, 5 * at + 5);
    return { key: keys[index]?.[at + keys[index].length - flat.length / 5], start: since + start * 1000, took, outcome: outcomes[outcome], rows, words: words[word] };
  });
};
const two = (number) => String(number).padStart(2, '0');
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const moment = (at) => {
  const date = new Date(at);
  return date.getUTCDate() + ' ' + months[date.getUTCMonth()] + ', ' + two(date.getUTCHours()) + ':' + two(date.getUTCMinutes());
};
const duration = (seconds) => {
  const parts = [[Math.floor(seconds / 86400), 'd'], [Math.floor(seconds / 3600) % 24, 'h'], [Math.floor(seconds / 60) % 60, 'm'], [seconds % 60, 's']];
  const first = Math.max(0, parts.findIndex(([count]) => count > 0));
  return parts.slice(first, first + 2).filter(([count]) => count > 0).map(([count, unit]) => count + unit).join(' ') || '0s';
};
// The browser's number formatter would take most of the time of this script.
const number = (count) => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/* An opened job lists its last 100 runs. */
const most = 100;
const columns = [['Outcome', ''], ['Started, UTC', ''], ['Took', 'number'], ['Rows', 'number'], ['Message of the service', ''], ['Run', '']];
const listRuns = (details) => {
  const all = runsOf(Number(details.dataset.index));
  const box = details.querySelector('.runs');
  if (all.length === 0 || box === null) return;
  const marks = new Map([...document.querySelectorAll('.legend .swatch rect')].map((rect) => [rect.classList[1], rect.closest('svg')]));
  const rows = all.slice(-most).reverse().map(({ key, start, took, outcome, rows, words }) => {
    const swatch = marks.get(outcome)?.cloneNode(true);
    const label = make('span', 'with-mark', ...(swatch ? [swatch] : []), outcome);
    return make('tr', '', make('td', '', label), make('td', 'when', moment(start)), make('td', 'number', took < 0 ? '' : duration(took)),
      make('td', 'number', rows < 0 ? '' : number(rows)), make('td', 'words', words), make('td', 'key', make('code', '', key)));
  });
  const head = make('tr', '', ...columns.map(([title, kind]) => {
    const cell = make('th', kind, title);
    cell.scope = 'col';
    return cell;
  }));
  const caption = all.length > most ? 'The last ' + most + ' of ' + number(all.length) + ' runs' : all.length + (all.length === 1 ? ' run' : ' runs');
  box.replaceChildren(make('table', '', make('caption', '', caption), make('thead', '', head), make('tbody', '', ...rows)));
  box.className = 'runs scroll';
  box.tabIndex = 0;
  box.setAttribute('role', 'region');
  box.setAttribute('aria-label', 'Runs of ' + details.querySelector('.name').lastChild.textContent);
};
document.addEventListener('toggle', ({ target }) => {
  if (!target.open || target.dataset.index === undefined || target.dataset.full) return;
  target.dataset.full = 'yes';
  listRuns(target);
}, true);

/* The tooltip. */
const tip = $('tip');
const place = (x, y) => {
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.max(8, Math.min(innerWidth - width - 8, x - width / 2));
  const top = y - height - 14 < 8 ? y + 18 : y - height - 14;
  tip.style.transform = 'translate(' + left + 'px,' + top + 'px)';
};
document.addEventListener('pointermove', ({ target, clientX, clientY }) => {
  const lane = target.closest?.('.lanes .lane-box');
  const job = lane?.closest('details');
  if (!job) return void (tip.hidden = true);
  const { left, width } = lane.getBoundingClientRect();
  const { since, at } = read();
  const one = (at - since) / width;
  const moved = since + (clientX - left) * one;
  const distance = ({ start, took }) => Math.max(0, start - moved, moved - start - Math.max(0, took) * 1000);
  let near;
  for (const run of runsOf(Number(job.dataset.index))) if (!near || distance(run) <= distance(near)) near = run;
  if (!near || distance(near) > 12 * one) return void (tip.hidden = true);
  const facts = [near.outcome, moment(near.start) + ' UTC', near.took >= 0 && duration(near.took), near.rows >= 0 && number(near.rows) + ' rows'];
  tip.textContent = facts.filter(Boolean).join(' · ') + (near.words ? '\n' + near.words : '');
  tip.hidden = false;
  place(clientX, lane.getBoundingClientRect().top);
});

/* The filter. */
const search = $('search');
// A phone has no key to press.
if (matchMedia('(hover: hover)').matches) search.placeholder += ', press /';
const apply = () => {
  const wanted = search.value.trim().toLowerCase();
  const only = document.querySelector('.filter [name=show]:checked').value;
  let shown = 0;
  for (const element of document.querySelectorAll('[data-job]')) {
    const { job, result } = element.dataset;
    const isHidden = !job.includes(wanted) || (only === 'attention' && result !== undefined && result !== 'error' && result !== 'unknown');
    element.hidden = isHidden;
    if (result !== undefined && !isHidden) shown += 1;
  }
  for (const element of document.querySelectorAll('[data-jobs]'))
    element.hidden = wanted !== '' && element.querySelector('[data-job]:not([hidden])') === null;
  for (const group of document.querySelectorAll('#jobs .group')) group.hidden = group.nextElementSibling.querySelector(':scope > li:not([hidden])') === null;
  document.querySelector('#jobs .nothing').hidden = shown > 0 || wanted === '' && only !== 'attention';
  for (const more of document.querySelectorAll('[data-jobs] .more')) more.open = wanted !== '' && more.querySelector('[data-job]:not([hidden])') !== null;
  const all = document.querySelectorAll('[data-result]').length;
  $('shown').textContent = (shown === all ? '' : number(shown) + ' of ') + number(all) + (all === 1 ? ' job' : ' jobs');
};
document.querySelector('.filter').addEventListener('input', apply);
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && !event.target.matches('input')) {
    event.preventDefault();
    search.focus();
  }
});
// When the user returns to the page, the browser may have kept the input.
addEventListener('pageshow', () => {
  if (search.value !== '' || !document.querySelector('.filter [name=show]').checked) apply();
});
`;

/** The additional script of the live page: it checks for a new version of the page and updates itself from it. */
export const liveScript = String.raw`
const every = Number(document.documentElement.dataset.every) * 1000;
const ask = (path, type) => new Promise((resolve, reject) => {
  const request = new XMLHttpRequest();
  request.open('GET', path);
  request.responseType = type;
  request.timeout = 20000;
  request.onload = () => request.status === 200 && request.response ? resolve(request.response) : reject(new Error(String(request.status)));
  request.onerror = request.ontimeout = reject;
  request.send();
});
const refresh = async () => {
  const state = $('state');
  try {
    const { revision, text, isLost } = await ask(location.pathname.replace(/\/?$/, '/state'), 'json');
    state.className = isLost ? 'lost' : '';
    if (state.textContent !== text) state.textContent = text;
    if (revision === document.documentElement.dataset.revision) return;
    // The response is parsed as a document in which scripts do not run.
    const fresh = await ask(location.pathname, 'document');
    document.documentElement.dataset.revision = fresh.documentElement.dataset.revision;
    const opened = new Set([...document.querySelectorAll('.lanes details[open]')].map((each) => each.closest('li').dataset.job));
    const focused = document.activeElement?.closest?.('.lanes li')?.dataset.job;
    document.title = fresh.title;
    document.querySelector('link[rel=icon]').replaceWith(fresh.querySelector('link[rel=icon]'));
    data = JSON.parse(fresh.getElementById('data').textContent);
    const parts = document.querySelectorAll('[data-part]');
    const others = fresh.querySelectorAll('[data-part]');
    parts.forEach((part, index) => part.replaceChildren(...others[index].childNodes));
    for (const item of document.querySelectorAll('.lanes > li')) {
      if (opened.has(item.dataset.job)) item.firstElementChild.open = true;
      if (item.dataset.job === focused) item.querySelector('summary').focus({ preventScroll: true });
    }
    apply();
  } catch {
    state.className = 'lost';
    state.textContent = 'The monitor does not respond. This page keeps trying.';
  }
};
setInterval(() => { if (!document.hidden) void refresh(); }, every);
document.addEventListener('visibilitychange', () => { if (!document.hidden) void refresh(); });
`;
