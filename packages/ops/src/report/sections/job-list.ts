import { counted } from '@syncline/core/internal';
import { html, type Html } from '../html.ts';

/** Number of jobs that a list shows before the rest is collapsed. */
const most = { names: 6, sentences: 3 } as const;

/** Maximum number of jobs in a list. */
const mostItems = 200;

/**
 * A list of jobs, of which the first ones are visible and the rest is collapsed. The filter of the page reads
 * `data-job`.
 */
export function jobList(
  names: readonly string[],
  textOf: (name: string) => Html = (name) => html`<bdi>${name}</bdi>`,
  kind: keyof typeof most = 'names',
): Html {
  const items = names
    .slice(0, mostItems)
    .map((name) => html`<li data-job="${name.toLowerCase()}">${textOf(name)}</li>`);
  const shown = items.length <= most[kind] + 1 ? items : items.slice(0, most[kind]);
  const rest = items.slice(shown.length);
  const left = names.length - items.length;
  const list = (all: readonly Html[]): Html => html`<ul class="${kind === 'names' ? 'jobs' : 'texts'}">${all}</ul>`;
  return html`${list(shown)}${rest.length > 0 && html`<details class="more"><summary>${counted(names.length - shown.length, 'more job')}</summary>${list(rest)}${left > 0 && html`<p class="empty">${counted(left, 'further job')} not listed.</p>`}</details>`}`;
}
