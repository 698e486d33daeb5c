import type { RequestDetail } from '../../http/request-log.ts';
import { ask, button, change, command, make, plain, say, selectOf } from './tools.ts';

/** The answer of `GET requests/{id}`. */
type Detail = RequestDetail & { readonly curl: string | null };

/** The lines after the first one point to a mistake, so they need a monospaced font. */
function callout(className: string, title: string, text: string): HTMLElement {
  const [first, ...rest] = text.split('\n');
  const code = rest.length === 0 ? [] : [make('code', '', rest.join('\n'))];
  return make('div', `callout ${className}`, make('p', '', make('strong', '', title), ' ', first), ...code);
}

function headers(entries: Detail['response']['headers']): HTMLElement {
  const list = Object.entries(entries).flatMap(([name, value]) =>
    [value].flat().flatMap((text) => [make('dt', '', name), make('dd', text === '[redacted]' ? 'soft' : '', text)]),
  );
  return list.length === 0 ? make('p', 'empty', 'None.') : make('dl', 'headers', ...list);
}

/** Complete JSON is indented; everything else is shown unchanged. */
function readable(text: string, isCut: boolean): string {
  if (isCut) return text;
  try {
    // Numbers beyond 2^53 would change.
    return /\d{16}/.test(text) ? text : JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

function body(label: string, text: string | undefined, isCut: boolean): HTMLElement {
  if (text === undefined || text === '') return make('p', 'empty', 'No body.');
  const cut = isCut ? [make('span', 'soft', '\n… only the beginning is kept')] : [];
  const block = make('pre', '', readable(text, isCut), ...cut);
  block.tabIndex = 0;
  block.setAttribute('role', 'region');
  block.setAttribute('aria-label', label);
  return block;
}

function failNext({ operationId }: Detail): HTMLElement {
  const subject = operationId ?? 'request';
  return button(`Fail the next ${subject}`, '', async () => {
    const { text, value } = selectOf('fault', 'effect').selectedOptions[0]!;
    const rule = { operation: operationId ?? '*', times: 1, ...(JSON.parse(value) as object) };
    if (await change('POST', 'faults', rule)) say(`The fault for the next ${subject}: ${text}.`);
  });
}

function copyCurl(curl: string, again: HTMLElement): HTMLElement {
  return button('Send again as curl', '', async () => {
    again.hidden = false;
    try {
      await navigator.clipboard.writeText(curl);
      say('The curl command is copied. Paste it into a terminal.');
    } catch {
      say('Copy the curl command below.');
    }
  });
}

function facts({ operationId, scheme, durationMs, at, isUnread }: Detail): HTMLElement {
  const none = isUnread ? 'none: the request could not be parsed' : 'none: no operation has this path';
  const entries = {
    Operation: operationId ?? none,
    'Authenticated by': scheme ?? 'nothing',
    Duration: `${durationMs.toFixed(1)} ms`,
    'Sandbox time': at,
  };
  const list = Object.entries(entries).flatMap(([name, text]) => [make('dt', '', name), make('dd', '', text)]);
  return make('dl', 'facts', ...list);
}

function show(detail: Detail): HTMLElement[] {
  const { reason, effect, ignored, response, curl, isUnread } = detail;
  const again = make('div', 'again', ...(curl === null ? [] : [command('the request as curl', curl)]));
  again.hidden = true;
  const unsendable = isUnread
    ? 'A request that could not be parsed cannot be sent again from here.'
    : 'The body is too long to send again from here.';
  const unread = make('p', 'empty', 'Not read.');
  return [
    ...(reason === undefined ? [] : [callout('warn', 'Refused:', reason)]),
    ...(effect === undefined ? [] : [callout('fault', 'Fault:', effect)]),
    ...(ignored === undefined
      ? []
      : [callout('ignored', 'Ignored:', `the operation has no query parameter ${ignored.join(', ')}`)]),
    make('div', 'actions', curl === null ? make('span', 'empty', unsendable) : copyCurl(curl, again), failNext(detail)),
    again,
    facts(detail),
    make(
      'div',
      'sides',
      make(
        'section',
        '',
        make('h3', '', 'Request headers'),
        isUnread ? unread : headers(detail.headers),
        make('h3', '', 'Request body'),
        isUnread ? unread.cloneNode(true) : body('Request body', detail.body, detail.isBodyCut),
      ),
      make(
        'section',
        '',
        make('h3', '', 'Response headers'),
        headers(response.headers),
        make('h3', '', 'Response'),
        body('Response body', response.body, response.isCut),
      ),
    ),
  ];
}

/** Fills a cell with a request's details. */
export async function showDetail(id: number, cell: HTMLElement): Promise<void> {
  const panel = make('div', 'detail', make('p', 'empty', 'Loading…'));
  cell.replaceChildren(panel);
  try {
    panel.replaceChildren(...show(await ask<Detail>('GET', `requests/${id}`)));
  } catch (error) {
    panel.replaceChildren(make('p', 'empty', plain((error as Error).message)));
  }
}
