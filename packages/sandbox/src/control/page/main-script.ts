/** The main script of the control page. It polls the state every second while the page is visible. No framework. */
export const mainScript = String.raw`import { $, ask, button, change, make, say } from './tools.js';
import { addRequests, newestRequest } from './requests.js';
import { showService } from './service.js';

const known = {};

/** Calls "show" only when the value has changed, so that focus and selection stay. */
const changed = (name, value, show) => {
  const text = JSON.stringify(value);
  if (known[name] === text) return;
  known[name] = text;
  show(value);
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
    const remove = button('✕', '', () => change('DELETE', 'faults/' + id).then((answer) => answer && say('Fault removed.')));
    remove.setAttribute('aria-label', 'Remove fault ' + describe(rule));
    const target = (rule.operation ?? '*') === '*' ? 'any request' : rule.operation;
    const share = rule.probability === undefined ? '' : Math.round(rule.probability * 100) + ' % of ';
    return make('li', '', make('span', '', describe(rule)), remove, make('small', '', share + target + ' · applied ' + met + (rule.times ? ' of ' + rule.times : '')));
  }));
  $('no-rules').hidden = rules.length > 0;
  $('clear').hidden = rules.length === 0;
};

let lost = false;
let session;
const refresh = async () => {
  const state = await ask('GET', 'state?after=' + newestRequest());
  // The sandbox was restarted, so everything on the page is out of date.
  if (session !== undefined && session !== state.session) return location.reload();
  // On the first visit, show how to connect if there is room for it.
  if (session === undefined && state.oldestRequest === null && matchMedia('(min-width: 60rem)').matches) $('service').open = true;
  session = state.session;
  if (lost) say('');
  lost = false;
  $('now').textContent = state.now.slice(0, 19).replace('T', ' ') + ' UTC';
  $('now').dateTime = state.now;
  changed('operations', state.operations, (names) => {
    options($('fault').operation, names, [new Option('Any request', '*')]);
    options($('filters').operation, [...names, 'none'], [new Option('All operations', '')]);
  });
  changed('jobs', state.jobs, (names) => {
    options($('run').job, names);
    $('runs').hidden = names.length === 0;
  });
  changed('outcomes', state.outcomes, (names) => options($('run').outcome, names, [new Option('Random', '')]));
  changed('faults', state.faults, showRules);
  addRequests(state.requests, state.oldestRequest);
  $('loading').hidden = true;
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
  if (await change('POST', 'faults', rule)) say('Fault added.');
};

$('run').onsubmit = async (event) => {
  event.preventDefault();
  const { job, outcome } = Object.fromEntries(new FormData(event.target));
  const answer = await change('POST', 'runs', { job, ...(outcome && { outcome }) });
  if (answer) say('Run ' + answer.historyId + ' has started.');
};

for (const button of document.querySelectorAll('[data-advance]')) {
  button.onclick = async () => {
    if (await change('POST', 'clock', { advance: button.dataset.advance })) say('The clock advanced by ' + button.dataset.advance + '.');
  };
}
$('clear').onclick = () => change('DELETE', 'faults').then((answer) => answer && say('All faults removed.'));
$('reset').onclick = () => change('POST', 'reset', {}).then((answer) => answer && say('Everything was reset.'));
addEventListener('sandbox-changed', () => refresh().catch(() => undefined));
showService().catch((error) => say(error.message, true));
watch();
`;
