/** The list of requests: its rows, which open to details, and its filters. */
import type { LoggedRequest } from '../../http/request-log.ts';
import { showDetail } from './detail.ts';
import { $, decode, form, make, selectOf } from './tools.ts';

/** More rows would slow the page down. The log keeps the same number of requests. */
const maxRows = 1000;

interface Row {
  readonly entry: LoggedRequest;
  readonly body: HTMLTableSectionElement;
  /** What the search finds, in lower case. */
  readonly text: string;
}

/** The rows by the ids of their requests, oldest first. */
const rows = new Map<number, Row>();
let newest = 0;

/** The id of the newest request on the page. */
export function newestRequest(): number {
  return newest;
}

const results: Readonly<Record<string, (entry: LoggedRequest) => boolean>> = {
  '': () => true,
  ok: ({ status }) => status < 300,
  redirect: ({ status }) => status >= 300 && status < 400,
  refused: ({ status }) => status >= 400 && status < 500,
  failed: ({ status }) => status >= 500,
  fault: ({ fault }) => fault,
};

function tone({ status, fault }: LoggedRequest): 'bad' | 'warn' | 'good' {
  return status >= 500 ? 'bad' : status >= 300 || fault ? 'warn' : 'good';
}

function makeRow(entry: LoggedRequest): Row {
  const { id, at, method, path, query, status, operationId, scheme, durationMs, reason, effect, ignored } = entry;
  const body = make('tbody');
  const resource = make('span', '', decode(path));
  const options = make('span', 'query', `?${decode(query.replaceAll('+', ' '))}`);
  resource.title = `Sent as ${path}`;
  options.title = `Sent as ?${query}`;
  const address = [make('span', 'method', method), resource, ...(query === '' ? [] : [options])];
  const open = Object.assign(make('button', 'open mono', ...address), { type: 'button' } as const);
  open.setAttribute('aria-expanded', 'false');
  open.setAttribute('aria-controls', `detail-${id}`);
  const why = reason ?? (effect === undefined ? ignored && `Ignored: ${ignored.join(', ')}` : `Fault: ${effect}`);
  const note = why === undefined ? [] : [make('p', 'why', why.split('\n', 1)[0]!.replace(/:$/, '.'))];
  const tag = effect === undefined ? [] : [make('span', 'tag', 'fault')];
  const row = make(
    'tr',
    `row-${tone(entry)}`,
    make('td', 'at mono soft', at.slice(11, 19)),
    make('td', 'state', make('span', `status ${tone(entry)}`, status), ...tag),
    make('td', 'request', open, ...note),
    make('td', operationId === undefined ? 'operation soft' : 'operation', operationId ?? 'none'),
    make('td', `${status === 401 ? 'warn' : 'soft'} wide`, scheme ?? 'nothing'),
    make('td', 'number soft wide', `${durationMs.toFixed(1)} ms`),
  );
  body.append(row);
  row.addEventListener('click', ({ target }) => {
    // A person who selects text in the row wants to copy it.
    if (!open.contains(target as Node) && getSelection()?.isCollapsed === false) return;
    const isOpen = open.getAttribute('aria-expanded') === 'true';
    open.setAttribute('aria-expanded', String(!isOpen));
    if (isOpen) return body.lastElementChild?.remove();
    const cell = Object.assign(make('td', 'detail-cell'), { colSpan: 6, id: `detail-${id}` });
    body.append(make('tr', 'detail-row', cell));
    void showDetail(id, cell);
  });
  const words = [
    method,
    path,
    resource.textContent,
    query,
    options.textContent,
    operationId,
    reason,
    effect,
    ignored,
    status,
  ];
  return { entry, body, text: words.join(' ').toLowerCase() };
}

const search = form('filters').elements.namedItem('text') as HTMLInputElement;
const operation = selectOf('filters', 'operation');
const result = selectOf('filters', 'result');

function isShown({ entry, text }: Row): boolean {
  return (
    search.value
      .toLowerCase()
      .split(' ')
      .every((word) => text.includes(word)) &&
    (operation.value === '' || operation.value === (entry.operationId ?? 'none')) &&
    results[result.value]!(entry)
  );
}

function count(): void {
  const shown = [...rows.values()].filter(({ body }) => !body.hidden).length;
  const refused = [...rows.values()].filter(({ entry }) => entry.status >= 400).length;
  const isFiltering = [search, operation, result].some(({ value }) => value !== '');
  const total = `${rows.size} ${rows.size === 1 ? 'request' : 'requests'}`;
  const errors = refused === 0 ? '' : ` · ${refused} with an error status`;
  $('count').textContent = rows.size === 0 ? '' : (isFiltering ? `${shown} of ${total}` : total) + errors;
  $('no-requests').hidden = rows.size > 0;
  $('filters').hidden = rows.size === 0;
  $('log').hidden = shown === 0;
  $('no-match').hidden = rows.size === 0 || shown > 0;
  $('clear-filters').hidden = !isFiltering;
}

function filter(): void {
  for (const row of rows.values()) row.body.hidden = !isShown(row);
  count();
}

/** Adds newer requests, and removes those that the log no longer has. Open rows and the focus stay. */
export function addRequests(requests: readonly LoggedRequest[], oldestRequest: number | null): void {
  for (const entry of requests) {
    if (rows.has(entry.id)) continue;
    const row = makeRow(entry);
    rows.set(entry.id, row);
    row.body.hidden = !isShown(row);
    $<HTMLTableElement>('log').tHead!.after(row.body);
    newest = entry.id;
  }
  for (const [id, { body }] of rows) {
    if (oldestRequest !== null && id >= oldestRequest && rows.size <= maxRows) break;
    body.remove();
    rows.delete(id);
  }
  count();
}

$('filters').addEventListener('input', filter);
$('filters').addEventListener('submit', (event) => event.preventDefault());
for (const clear of [$('clear-filters'), $('show-all')]) {
  clear.addEventListener('click', () => {
    form('filters').reset();
    filter();
    search.focus();
  });
}
