/** The list of requests: its rows, which open to details, and its filters. */
export const requestsScript = String.raw`import { $, make } from './tools.js';
import { showDetail } from './detail.js';

/** More rows would slow the page down. The log keeps the same number of requests. */
const maxRows = 1000;
/** The rows by the ids of their requests, oldest first. */
const rows = new Map();
let newest = 0;

export const newestRequest = () => newest;

const results = {
  '': () => true,
  ok: ({ status }) => status < 300,
  redirect: ({ status }) => status >= 300 && status < 400,
  refused: ({ status }) => status >= 400 && status < 500,
  failed: ({ status }) => status >= 500,
  fault: ({ fault }) => fault,
};

const tone = ({ status, fault }) => (status >= 500 ? 'bad' : status >= 300 || fault ? 'warn' : 'good');

const addressOf = ({ method, path, query }) => [
  make('span', 'method', method), path, ...(query ? [make('span', 'query', '?' + query)] : []),
];

const makeRow = (entry) => {
  const { id, at, status, operationId, scheme, durationMs, reason, effect, ignored } = entry;
  const body = make('tbody');
  const open = Object.assign(make('button', 'open mono', ...addressOf(entry)), { type: 'button' });
  open.setAttribute('aria-expanded', 'false');
  open.setAttribute('aria-controls', 'detail-' + id);
  const why = reason ?? (effect ? 'Fault: ' + effect : ignored && 'Ignored: ' + ignored.join(', '));
  const state = make('td', 'state', make('span', 'status ' + tone(entry), status), ...(effect ? [make('span', 'tag', 'fault')] : []));
  const row = make('tr', 'row-' + tone(entry),
    make('td', 'at mono soft', at.slice(11, 19)), state,
    make('td', 'request', open, ...(why ? [make('p', 'why', why.split('\n', 1)[0].replace(/:$/, '.'))] : [])),
    make('td', operationId ? 'operation' : 'operation soft', operationId ?? 'none'),
    make('td', (status === 401 ? 'warn' : 'soft') + ' wide', scheme ?? 'nothing'),
    make('td', 'number soft wide', durationMs.toFixed(1) + ' ms'));
  body.append(row);
  const toggle = () => {
    const isOpen = open.getAttribute('aria-expanded') === 'true';
    open.setAttribute('aria-expanded', String(!isOpen));
    if (isOpen) return body.lastElementChild.remove();
    const cell = Object.assign(make('td', 'detail-cell'), { colSpan: 6, id: 'detail-' + id });
    body.append(make('tr', 'detail-row', cell));
    showDetail(id, cell);
  };
  row.onclick = ({ target }) => {
    // A person who selects text in the row wants to copy it.
    if (open.contains(target) || getSelection().isCollapsed) toggle();
  };
  return { entry, body, text: [entry.method, entry.path, entry.query, operationId, reason, effect, ignored, status].join(' ').toLowerCase() };
};

const isShown = ({ entry, text }) => {
  const { text: words, operation, result } = $('filters').elements;
  return words.value.toLowerCase().split(' ').every((word) => text.includes(word))
    && (operation.value === '' || operation.value === (entry.operationId ?? 'none'))
    && results[result.value](entry);
};

const isFiltering = () => [...$('filters').elements].some(({ value, type }) => type !== 'button' && value !== '');

const count = () => {
  const shown = [...rows.values()].filter(({ body }) => !body.hidden).length;
  const refused = [...rows.values()].filter(({ entry }) => entry.status >= 400).length;
  const total = rows.size + (rows.size === 1 ? ' request' : ' requests');
  $('count').textContent = rows.size === 0 ? '' : (isFiltering() ? shown + ' of ' + total : total) + (refused ? ' · ' + refused + ' with an error status' : '');
  $('no-requests').hidden = rows.size > 0;
  $('filters').hidden = rows.size === 0;
  $('log').hidden = shown === 0;
  $('no-match').hidden = rows.size === 0 || shown > 0;
  $('clear-filters').hidden = !isFiltering();
};

const filter = () => {
  for (const row of rows.values()) row.body.hidden = !isShown(row);
  count();
};

/** Adds newer requests, and removes those that the log no longer has. Open rows and the focus stay. */
export const addRequests = (requests, oldestRequest) => {
  for (const entry of requests) {
    if (rows.has(entry.id)) continue;
    const row = makeRow(entry);
    rows.set(entry.id, row);
    row.body.hidden = !isShown(row);
    $('log').tHead.after(row.body);
    newest = entry.id;
  }
  for (const [id, { body }] of rows) {
    if (oldestRequest !== null && id >= oldestRequest && rows.size <= maxRows) break;
    body.remove();
    rows.delete(id);
  }
  count();
};

$('filters').oninput = filter;
$('filters').onsubmit = (event) => event.preventDefault();
for (const clear of [$('clear-filters'), $('show-all')]) {
  clear.onclick = () => {
    $('filters').reset();
    filter();
    $('filters').elements.text.focus();
  };
}
`;
