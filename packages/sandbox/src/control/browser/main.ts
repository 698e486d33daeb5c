/** The main script of the control page. It polls the state every second while the page is visible. No framework. */
import type { ActiveRule } from '../../faults/faults.ts';
import type { LoggedRequest } from '../../http/request-log.ts';
import { addRequests, newestRequest } from './requests.ts';
import { $, ask, button, change, command, copyButton, form, make, say, selectOf } from './tools.ts';
import type { SandboxCredentials } from '../../authenticate/credentials.ts';
import type { CurlExample } from '../../curl/curl-request.ts';

/** The answer of `GET state`. */
interface State {
  readonly session: string;
  readonly now: string;
  readonly operations: readonly string[];
  readonly outcomes: readonly string[];
  readonly jobs: readonly string[];
  readonly faults: readonly ActiveRule[];
  readonly oldestRequest: number | null;
  readonly requests: readonly LoggedRequest[];
}

const known: Record<string, string> = {};

/** Calls `show` only when the value has changed, so that focus and selection stay. */
function changed<T>(name: string, value: T, show: (value: T) => void): void {
  const text = JSON.stringify(value);
  if (known[name] === text) return;
  known[name] = text;
  show(value);
}

function options(select: HTMLSelectElement, names: readonly string[], first: readonly HTMLOptionElement[] = []): void {
  const before = select.value;
  select.replaceChildren(...first, ...names.map((name) => new Option(name, name)));
  if (names.includes(before)) select.value = before;
}

/** When a rule applies is said beside what it does. */
const conditions = new Set(['operation', 'times', 'after', 'probability']);

function describe(rule: ActiveRule['rule']): string {
  return Object.entries(rule)
    .filter(([name]) => !conditions.has(name))
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
}

function ruleItem({ id, rule, met }: ActiveRule): HTMLElement {
  const remove = button('✕', '', async () => {
    if (await change('DELETE', `faults/${id}`)) say('Fault removed.');
  });
  remove.setAttribute('aria-label', `Remove fault ${describe(rule)}`);
  const target = (rule.operation ?? '*') === '*' ? 'any request' : rule.operation;
  const share = rule.probability === undefined ? '' : `${Math.round(rule.probability * 100)} % of `;
  const limit = rule.times === undefined ? '' : ` of ${rule.times}`;
  return make(
    'li',
    '',
    make('span', '', describe(rule)),
    remove,
    make('small', '', `${share}${target} · applied ${met}${limit}`),
  );
}

function showRules(rules: State['faults']): void {
  $('rules').replaceChildren(...rules.map(ruleItem));
  $('no-rules').hidden = rules.length > 0;
  $('clear').hidden = rules.length === 0;
}

let isLost = false;
let session: string | undefined;

async function refresh(): Promise<void> {
  const state = await ask<State>('GET', `state?after=${newestRequest()}`);
  // The sandbox was restarted, so everything on the page is out of date.
  if (session !== undefined && session !== state.session) return location.reload();
  // On the first visit, show how to connect if there is room for it.
  if (session === undefined && state.oldestRequest === null && matchMedia('(min-width: 60rem)').matches)
    $<HTMLDetailsElement>('service').open = true;
  session = state.session;
  if (isLost) say('');
  isLost = false;
  const now = $<HTMLTimeElement>('now');
  now.textContent = `${state.now.slice(0, 19).replace('T', ' ')} UTC`;
  now.dateTime = state.now;
  changed('operations', state.operations, (names) => {
    options(selectOf('fault', 'operation'), names, [new Option('Any request', '*')]);
    options(selectOf('filters', 'operation'), [...names, 'none'], [new Option('All operations', '')]);
  });
  changed('jobs', state.jobs, (names) => {
    options(selectOf('run', 'job'), names);
    $('runs').hidden = names.length === 0;
  });
  changed('outcomes', state.outcomes, (names) =>
    options(selectOf('run', 'outcome'), names, [new Option('Random', '')]),
  );
  changed('faults', state.faults, showRules);
  addRequests(state.requests, state.oldestRequest);
  $('loading').hidden = true;
}

async function watch(): Promise<void> {
  try {
    if (!document.hidden) await refresh();
  } catch {
    isLost = true;
    say('The sandbox is not responding.', true);
  }
  setTimeout(() => void watch(), 1000);
}

function submitted(id: string): Record<string, string> {
  return Object.fromEntries(new FormData(form(id)) as unknown as Iterable<[string, string]>);
}

$('fault').addEventListener('submit', async (event) => {
  event.preventDefault();
  const { operation, effect = '', times = '', chance = '' } = submitted('fault');
  const rule = {
    operation,
    ...(JSON.parse(effect) as object),
    ...(times !== '' && { times: Number(times) }),
    ...(chance !== '' && chance !== '100' && { probability: Number(chance) / 100 }),
  };
  if (await change('POST', 'faults', rule)) say('Fault added.');
});

$('run').addEventListener('submit', async (event) => {
  event.preventDefault();
  const { job, outcome = '' } = submitted('run');
  const answer = await change<{ historyId: string }>('POST', 'runs', { job, ...(outcome !== '' && { outcome }) });
  if (answer) say(`Run ${answer.historyId} has started.`);
});

for (const element of document.querySelectorAll<HTMLElement>('[data-advance]')) {
  element.addEventListener('click', async () => {
    const advance = element.dataset['advance']!;
    if (await change('POST', 'clock', { advance })) say(`The clock advanced by ${advance}.`);
  });
}
$('clear').addEventListener('click', async () => {
  if (await change('DELETE', 'faults')) say('All faults removed.');
});
$('reset').addEventListener('click', async () => {
  if (await change('POST', 'reset', {})) say('Everything was reset.');
});
addEventListener('sandbox-changed', () => void refresh().catch(() => undefined));
showService().catch((error: Error) => say(error.message, true));
void watch();

/** The answer of `GET service`. */
interface Service {
  readonly urls: Readonly<Record<string, string>>;
  readonly credentials: SandboxCredentials;
  readonly calls: readonly CurlExample[];
  readonly replaying: string | null;
}

const addressNames = { odata: 'OData', v2: 'v2', cloud: 'Cloud', auth: 'Tokens' };

function entry(name: string, value: string, note?: string): HTMLElement[] {
  return [
    make('dt', '', name, ...(note === undefined ? [] : [make('small', '', note)])),
    make('dd', '', make('code', '', value), copyButton(name, value)),
  ];
}

function credentialEntries(credentials: SandboxCredentials): HTMLElement[] {
  const { apiKey, userToken, basic, personalAccessToken, serviceAccount } = credentials;
  return [
    ...entry('API key', apiKey.value, apiKey.headerName),
    ...entry('User token', userToken.value, userToken.headerName),
    ...entry('Basic user name', basic.username),
    ...entry('Basic password', basic.password),
    ...entry('E-mail', personalAccessToken.email, 'Basic user name of the cloud interface'),
    ...entry('Personal access token', personalAccessToken.token, 'Basic password of the cloud interface'),
    ...entry('Client id', serviceAccount.clientId, 'service account'),
    ...entry('Client secret', serviceAccount.clientSecret, 'service account'),
  ];
}

/** Shows the addresses, the credentials and a curl command for each operation. */
export async function showService(): Promise<void> {
  const { urls, credentials, calls, replaying } = await ask<Service>('GET', 'service');
  $('replaying').hidden = replaying === null;
  $('replaying').textContent =
    `Replays ${replaying}. Every credential is accepted. The response to any request that was not recorded is a 501.`;
  $('addresses').replaceChildren(
    ...Object.entries(addressNames).flatMap(([key, name]) => entry(name, urls[key] ?? '')),
  );
  $('credentials').replaceChildren(...credentialEntries(credentials));
  $('calls').replaceChildren(
    ...calls.map(({ operationId, curl }) =>
      make('li', '', make('h4', '', operationId), command(`the call of ${operationId}`, curl)),
    ),
  );
  const [first] = calls;
  if (first !== undefined) $('first-call').replaceChildren(command(`the call of ${first.operationId}`, first.curl));
}
