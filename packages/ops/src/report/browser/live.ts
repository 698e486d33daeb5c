/** The script of the live page: it checks for a new version of the page and updates itself from it. */
import { $, applyFilter, replaceData } from './page.ts';

const everyMs = Number(document.documentElement.dataset['every']) * 1000;

function ask<T>(path: string, type: XMLHttpRequestResponseType): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', path);
    request.responseType = type;
    request.timeout = 20_000;
    request.addEventListener('load', () => {
      if (request.status === 200 && request.response !== null) resolve(request.response as T);
      else reject(new Error(String(request.status)));
    });
    for (const event of ['error', 'timeout']) request.addEventListener(event, reject);
    request.send();
  });
}

interface State {
  readonly revision: string;
  readonly text: string;
  readonly isLost: boolean;
  readonly isCurrent: boolean;
}

/** The icon of a state that is not known. */
const unknownIcon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='8' fill='%236b7280'/%3E%3C/svg%3E";

/** Takes over what has changed. Opened jobs, the focus and the filter stay. */
function update(fresh: Document): void {
  const opened = new Set(
    [...document.querySelectorAll('.lanes details[open]')].map((details) => details.closest('li')?.dataset['job']),
  );
  const focused = document.activeElement?.closest<HTMLElement>('.lanes li')?.dataset['job'];
  document.documentElement.dataset['revision'] = fresh.documentElement.dataset['revision'];
  document.documentElement.className = fresh.documentElement.className;
  document.title = fresh.title;
  const icon = fresh.querySelector('link[rel=icon]');
  if (icon !== null) document.querySelector('link[rel=icon]')?.replaceWith(icon);
  replaceData(fresh.getElementById('data')?.textContent ?? '');
  const parts = fresh.querySelectorAll('[data-part]');
  document.querySelectorAll('[data-part]').forEach((part, index) => {
    part.replaceChildren(...(parts[index]?.childNodes ?? []));
  });
  for (const item of document.querySelectorAll<HTMLElement>('.lanes > li')) {
    const { job } = item.dataset;
    if (opened.has(job)) (item.firstElementChild as HTMLDetailsElement).open = true;
    if (job === focused && focused !== undefined) item.querySelector('summary')?.focus({ preventScroll: true });
  }
  applyFilter();
}

async function refresh(): Promise<void> {
  const state = $('state');
  const page = document.documentElement;
  try {
    const { revision, text, isLost, isCurrent } = await ask<State>(location.pathname.replace(/\/?$/, '/state'), 'json');
    state.className = isLost ? 'lost' : '';
    if (state.textContent !== text) state.textContent = text;
    page.classList.toggle('stale', !isCurrent);
    if (revision === page.dataset['revision']) return;
    // The response is parsed as a document in which scripts do not run.
    update(await ask<Document>(location.pathname, 'document'));
  } catch {
    // Nothing on the page is known to be true anymore. The next response brings everything again.
    page.classList.add('stale');
    page.dataset['revision'] = '';
    document.querySelector('link[rel=icon]')?.setAttribute('href', unknownIcon);
    state.className = 'lost';
    state.textContent = 'The monitor does not respond. This page keeps trying.';
  }
}

function refreshIfVisible(): void {
  if (!document.hidden) void refresh();
}

setInterval(refreshIfVisible, everyMs);
document.addEventListener('visibilitychange', refreshIfVisible);
