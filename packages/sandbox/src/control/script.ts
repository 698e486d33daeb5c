/** The script of the control page. It polls the state every second while the page is visible. No framework, and no markup made of data. */
export const script = `const $ = (id) => document.getElementById(id);
const known = {};

/** Calls \`show\` only when the value has changed, so that focus and selection stay. */
const changed = (name, value, show) => {
  const text = JSON.stringify(value);
  if (known[name] === text) return;
  known[name] = text;
  show(value);
};

const make = (tag, text = '', className = '') => Object.assign(document.createElement(tag), { textContent: text, className });

let quiet;
const say = (text, bad = false) => {
  $('message').textContent = text;
  $('message').className = bad ? 'bad' : '';
  clearTimeout(quiet);
  if (!bad) quiet = setTimeout(say, 4000, '');
};

const send = async (method, path, body) => {
  try {
    const response = await fetch(path, { method, ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    await refresh();
    return answer;
  } catch (error) {
    say(error.message, true);
  }
};

const options = (select, names, first = []) => {
  const before = select.value;
  select.replaceChildren(...first, ...names.map((name) => new Option(name, name)));
  if (names.includes(before)) select.value = before;
};

const describe = ({ operation, times, after, probability, ...effect }) =>
  Object.entries(effect).map(([name, value]) => name + ' ' + (typeof value === 'object' ? JSON.stringify(value) : value)).join(', ');

const showRules = (rules) => {
  $('rules').replaceChildren(...rules.map(({ id, rule, met }) => {
    const item = make('li');
    const remove = make('button', '✕');
    remove.type = 'button';
    remove.setAttribute('aria-label', 'Remove fault ' + describe(rule));
    remove.onclick = () => send('DELETE', 'faults/' + id).then((answer) => answer && say('Fault removed.'));
    const target = (rule.operation ?? '*') === '*' ? 'any request' : rule.operation;
    const share = rule.probability === undefined ? '' : Math.round(rule.probability * 100) + ' % of ';
    item.append(make('span', describe(rule)), remove, make('small', share + target + ' · applied ' + met + (rule.times ? ' of ' + rule.times : '')));
    return item;
  }));
  $('no-rules').hidden = rules.length > 0;
  $('clear').hidden = rules.length === 0;
};

const tone = ({ status, fault }) => (status >= 500 ? 'bad' : status >= 300 || fault ? 'warn' : 'good');

const showRequests = (requests) => {
  $('log').replaceChildren(...requests.toReversed().map((entry) => {
    const row = make('tr');
    const request = make('td', '', 'request mono');
    request.append(make('span', entry.method, 'method'), entry.path, make('span', entry.query && '?' + entry.query, 'query'));
    const status = make('td');
    status.append(make('span', entry.status, tone(entry)));
    if (entry.fault) status.append(make('span', 'fault', 'tag'));
    row.append(
      make('td', entry.at.slice(11, 19), 'mono soft'), status, request, make('td', entry.operationId ?? 'none', entry.operationId ? '' : 'soft'),
      make('td', entry.scheme ?? 'nothing', (entry.scheme ? 'soft' : 'warn') + ' wide'), make('td', entry.durationMs.toFixed(1) + ' ms', 'number soft wide'),
    );
    return row;
  }));
  $('no-requests').hidden = requests.length > 0;
  $('count').textContent = requests.length === 0 ? '' : requests.length === 200 ? 'the newest 200' : String(requests.length);
};

let lost = false;
const refresh = async () => {
  const state = await (await fetch('state')).json();
  if (lost) say('');
  lost = false;
  $('now').textContent = state.now.slice(0, 19).replace('T', ' ') + ' UTC';
  $('now').dateTime = state.now;
  changed('operations', state.operations, (names) => options($('fault').operation, names, [new Option('Any request', '*')]));
  changed('jobs', state.jobs, (names) => options($('run').job, names));
  changed('outcomes', state.outcomes, (names) => options($('run').outcome, names, [new Option('Random', '')]));
  changed('faults', state.faults, showRules);
  changed('requests', state.requests, showRequests);
};

const watch = async () => {
  try {
    if (!document.hidden) await refresh();
  } catch {
    lost = true;
    say('The sandbox is not responding.', true);
  }
  setTimeout(watch, 1000);
};

$('fault').onsubmit = async (event) => {
  event.preventDefault();
  const { operation, effect, times, chance } = Object.fromEntries(new FormData(event.target));
  const rule = { operation, ...JSON.parse(effect), ...(times && { times: Number(times) }), ...(chance && chance !== '100' && { probability: Number(chance) / 100 }) };
  if (await send('POST', 'faults', rule)) say('Fault added.');
};

$('run').onsubmit = async (event) => {
  event.preventDefault();
  const { job, outcome } = Object.fromEntries(new FormData(event.target));
  const answer = await send('POST', 'runs', { job, ...(outcome && { outcome }) });
  if (answer) say('Run ' + answer.historyId + ' has started.');
};

for (const button of document.querySelectorAll('[data-advance]')) {
  button.onclick = async () => {
    if (await send('POST', 'clock', { advance: button.dataset.advance })) say('The clock advanced by ' + button.dataset.advance + '.');
  };
}
$('clear').onclick = () => send('DELETE', 'faults').then((answer) => answer && say('All faults removed.'));
$('reset').onclick = () => send('POST', 'reset', {}).then((answer) => answer && say('Everything was reset.'));
watch();
`;
