/** Shows everything about one request, in the row below it. */
export const detailScript = String.raw`import { $, ask, button, change, command, make, plain, say } from './tools.js';

/** The lines after the first one point to a mistake, so they need a monospaced font. */
const callout = (className, title, text) => {
  const [first, ...rest] = text.split('\n');
  return make('div', 'callout ' + className, make('p', '', make('strong', '', title), ' ', first), ...(rest.length ? [make('code', '', rest.join('\n'))] : []));
};

const headers = (entries) => {
  const list = Object.entries(entries).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => [make('dt', '', name), make('dd', one === '[redacted]' ? 'soft' : '', one)]));
  return list.length === 0 ? make('p', 'empty', 'None.') : make('dl', 'headers', ...list);
};

/** Complete JSON is indented; everything else is shown unchanged. */
const readable = (text, isCut) => {
  if (isCut) return text;
  try {
    // Numbers beyond 2^53 would change.
    return /\d{16}/.test(text) ? text : JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
};

const body = (label, text, isCut) => {
  if (!text) return make('p', 'empty', 'No body.');
  const block = make('pre', '', readable(text, isCut), ...(isCut ? [make('span', 'soft', '\n… only the beginning is kept')] : []));
  block.tabIndex = 0;
  block.setAttribute('role', 'region');
  block.setAttribute('aria-label', label);
  return block;
};

const unread = () => make('p', 'empty', 'Not read.');

const failNext = ({ operationId }) => {
  const select = $('fault').effect;
  const subject = operationId ?? 'request';
  return button('Fail the next ' + subject, '', async () => {
    const { text, value } = select.selectedOptions[0];
    const rule = { operation: operationId ?? '*', times: 1, ...JSON.parse(value) };
    if (await change('POST', 'faults', rule)) say('The fault for the next ' + subject + ': ' + text + '.');
  });
};

const copyCurl = (curl) => button('Send again as curl', '', async (event) => {
  const shown = event.target.closest('.detail').querySelector('.again');
  shown.hidden = false;
  try {
    await navigator.clipboard.writeText(curl);
    say('The curl command is copied. Paste it into a terminal.');
  } catch {
    say('Copy the curl command below.');
  }
});

const facts = ({ operationId, scheme, durationMs, at, isUnread }) => make('dl', 'facts',
  make('dt', '', 'Operation'), make('dd', '', operationId ?? (isUnread ? 'none: the request could not be parsed' : 'none: no operation has this path')),
  make('dt', '', 'Authenticated by'), make('dd', '', scheme ?? 'nothing'),
  make('dt', '', 'Duration'), make('dd', '', durationMs.toFixed(1) + ' ms'),
  make('dt', '', 'Sandbox time'), make('dd', '', at),
);

const show = (detail) => {
  const { reason, effect, ignored, response, curl, isUnread } = detail;
  const again = make('div', 'again', ...(curl === null ? [] : [command('the request as curl', curl)]));
  again.hidden = true;
  return [
    ...(reason ? [callout('warn', 'Refused:', reason)] : []),
    ...(effect ? [callout('fault', 'Fault:', effect)] : []),
    ...(ignored ? [callout('ignored', 'Ignored:', 'the operation has no query parameter ' + ignored.join(', '))] : []),
    make('div', 'actions',
      ...(curl === null ? [make('span', 'empty', isUnread ? 'A request that could not be parsed cannot be sent again from here.' : 'The body is too long to send again from here.')] : [copyCurl(curl)]),
      failNext(detail)),
    again,
    facts(detail),
    make('div', 'sides',
      make('section', '', make('h3', '', 'Request headers'), isUnread ? unread() : headers(detail.headers), make('h3', '', 'Request body'), isUnread ? unread() : body('Request body', detail.body, detail.isBodyCut)),
      make('section', '', make('h3', '', 'Response headers'), headers(response.headers), make('h3', '', 'Response'), body('Response body', response.body, response.isCut))),
  ];
};

/** Fills a cell with a request's details. */
export const showDetail = async (id, cell) => {
  const panel = make('div', 'detail', make('p', 'empty', 'Loading…'));
  cell.replaceChildren(panel);
  try {
    panel.replaceChildren(...show(await ask('GET', 'requests/' + id)));
  } catch (error) {
    panel.replaceChildren(make('p', 'empty', plain(error.message)));
  }
};
`;
