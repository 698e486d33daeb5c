import { html, type Html } from '../markup/html.ts';
import { counted } from '../print/counted.ts';

/** How many jobs a list has before the others are there on demand only. */
const most = { names: 6, sentences: 3 } as const;

/** Jobs: the first ones, and the others on demand. `data-job` is what the filter of the page looks at. */
export function jobList(
  names: readonly string[],
  textOf: (name: string) => Html = (name) => html`<bdi>${name}</bdi>`,
  kind: keyof typeof most = 'names',
): Html {
  const items = names.map((name) => html`<li data-job="${name.toLowerCase()}">${textOf(name)}</li>`);
  const shown = items.length <= most[kind] + 1 ? items : items.slice(0, most[kind]);
  const rest = items.slice(shown.length);
  const list = (all: readonly Html[]): Html => html`<ul class="${kind === 'names' ? 'jobs' : 'texts'}">${all}</ul>`;
  return html`${list(shown)}${rest.length > 0 && html`<details class="more"><summary>${counted(rest.length, 'more job')}</summary>${list(rest)}</details>`}`;
}
