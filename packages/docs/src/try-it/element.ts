import type { OperationId } from '@syncline/openapi';
import { type Input, readAddress, writeAddress } from './inputs.ts';
import { callText } from './call-text.ts';
import type { Values } from './operation.ts';

const here = 'Uses the real client and SQLite in your browser. Both load on first use.';
const elsewhere = 'Uses the real client and calls that sandbox over HTTP.';

/**
 * `<try-it operation="…">`: updates the call and the curl command as the inputs change, checks the inputs, and runs the
 * call. Until somebody uses it, it shows the content of the built page and loads nothing.
 */
class TryIt extends HTMLElement {
  /** The values of the inputs when the page was loaded. */
  private initial: Values = {};
  private answer: unknown;

  connectedCallback(): void {
    const form = this.querySelector('form');
    if (form === null) return;
    this.initial = this.values;
    this.restore(form);
    form.addEventListener('input', () => {
      void this.update();
      history.replaceState(history.state, '', this.address);
    });
    for (const button of this.querySelectorAll<HTMLButtonElement>('[data-copy]'))
      button.addEventListener('click', () => void this.copy(button));
    for (const choice of form.querySelectorAll('[name=where]'))
      choice.addEventListener('change', () => this.say(this.values['where'] === 'address' ? elsewhere : here));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.run();
    });
    for (const tab of this.tabs) tab.addEventListener('click', () => this.show(tab));
    for (const tab of this.tabs) tab.addEventListener('keydown', (event) => this.move(event, tab));
  }

  private get operation(): OperationId {
    return this.getAttribute('operation') as OperationId;
  }

  private get tabs(): HTMLButtonElement[] {
    return [...this.querySelectorAll<HTMLButtonElement>('[role=tab]')];
  }

  private get values(): Values {
    return Object.fromEntries(
      [...new FormData(this.querySelector('form')!)].map(([name, value]) => [name, String(value)]),
    );
  }

  private get address(): string {
    return writeAddress(location.href, this.values, this.initial);
  }

  /** Fills the inputs from the address of the page. */
  private restore(form: HTMLFormElement): void {
    const given = readAddress(location.search, Object.keys(this.initial));
    for (const [name, value] of Object.entries(given)) {
      const input = form.elements.namedItem(name);
      if (input !== null && 'value' in input) input.value = value;
    }
    if (Object.keys(given).length > 0) void this.update();
  }

  /** Copies the shown call, the response, or the address with the inputs. */
  private async copy(button: HTMLButtonElement): Promise<void> {
    const texts: Readonly<Record<string, () => string>> = {
      call: () => this.querySelector('[role=tabpanel]:not([hidden])')?.textContent ?? '',
      answer: () => JSON.stringify(this.answer, (_, value) => (typeof value === 'bigint' ? String(value) : value), 2),
      link: () => this.address,
    };
    const text = texts[button.dataset['copy'] ?? '']?.() ?? '';
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    this.say(done ? 'Copied' : 'The browser did not allow the page to copy');
  }

  private piece(name: string): HTMLElement {
    return this.querySelector<HTMLElement>(`[data-part=${name}]`)!;
  }

  private say(text: string): void {
    this.piece('status').textContent = text;
  }

  private async update(): Promise<void> {
    const values = this.values;
    this.piece('elsewhere').hidden = values['where'] !== 'address';
    this.piece('typescript').textContent = callText(this.operation, values);
    const [{ check }, { curlText }] = await Promise.all([import('./inputs.ts'), import('./call-text.ts')]);
    this.piece('curl').textContent = curlText(this.operation, values);
    for (const input of this.querySelectorAll<HTMLInputElement>('input[data-check]')) {
      const problem = check(input.dataset['check'] as Input['check'], input.value);
      const note = this.querySelector<HTMLElement>(`#${input.getAttribute('aria-describedby')}`)!;
      note.textContent = problem ?? '';
      note.hidden = problem === undefined;
      input.setAttribute('aria-invalid', String(problem !== undefined));
    }
  }

  private async run(): Promise<void> {
    const values = this.values;
    const button = this.querySelector<HTMLButtonElement>('button[type=submit]')!;
    button.disabled = true;
    this.say('Running …');
    const address = values['where'] === 'address' ? (values['address'] ?? '').trim() : undefined;
    try {
      const { run } = await import('./run.ts');
      const begun = performance.now();
      const answer = await run(this.operation, values, address);
      const count = Array.isArray(answer) ? `${answer.length} record${answer.length === 1 ? '' : 's'}` : 'Answered';
      this.say(`${count} in ${Math.max(1, Math.round(performance.now() - begun))} ms`);
      this.piece('answer').replaceChildren(showAnswer(answer));
      this.answer = answer;
      this.querySelector<HTMLElement>('[data-copy=answer]')!.hidden = false;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      this.say(code === undefined ? 'Failed' : `Failed with ${code}`);
      const text = document.createElement('pre');
      text.className = 'failure';
      text.textContent = message;
      this.piece('answer').replaceChildren(text);
    }
    button.disabled = false;
  }

  private show(chosen: HTMLButtonElement): void {
    void this.update();
    for (const tab of this.tabs) {
      const active = tab === chosen;
      tab.setAttribute('aria-selected', String(active));
      tab.tabIndex = active ? 0 : -1;
      this.querySelector<HTMLElement>(`#${tab.getAttribute('aria-controls')}`)!.hidden = !active;
    }
  }

  private move(event: KeyboardEvent, tab: HTMLButtonElement): void {
    const { length } = this.tabs;
    const position = this.tabs.indexOf(tab);
    const target = { ArrowRight: position + 1, ArrowLeft: position - 1, Home: 0, End: length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = this.tabs.at(target % length)!;
    this.show(next);
    next.focus();
  }
}

customElements.define('try-it', TryIt);

const most = 50;

const text = (value: unknown): string =>
  typeof value === 'bigint' ? `${value}n` : value === null || value === undefined ? '' : String(value);

/** A value in a table cell. An object or a list is collapsed and shows its size. */
function show(value: unknown): Node | string {
  if (typeof value !== 'object' || value === null) return text(value);
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  const size = Array.isArray(value) ? value.length : Object.keys(value).length;
  summary.textContent = `${size} ${Array.isArray(value) ? 'entr' : 'propert'}${size === 1 ? 'y' : 'ies'}`;
  const pre = document.createElement('pre');
  pre.textContent = JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? text(inner) : inner), 2);
  details.append(summary, pre);
  return details;
}

/** Records as a table, anything else as JSON. */
export function showAnswer(answer: unknown): HTMLElement {
  const records = (Array.isArray(answer) ? answer : [answer]).slice(0, most);
  if (!records.every((record) => typeof record === 'object' && record !== null)) {
    const pre = document.createElement('pre');
    pre.textContent = JSON.stringify(answer, null, 2);
    return pre;
  }
  const single = !Array.isArray(answer);
  const columns = [...new Set(records.flatMap((record) => Object.keys(record as object)))];
  const table = document.createElement('table');
  const rows = single
    ? columns.map((name) => [name, (records[0] as Record<string, unknown>)[name]])
    : records.map((record) => columns.map((name) => (record as Record<string, unknown>)[name]));
  const head = table.createTHead().insertRow();
  const names = single ? ['Field', 'Value'] : columns;
  for (const name of names) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = name;
    head.append(cell);
  }
  const body = table.createTBody();
  for (const cells of rows) {
    const row = body.insertRow();
    for (const [index, content] of cells.entries()) {
      const cell = row.insertCell();
      // A narrow page has no room for the table head, so it shows this label next to the value.
      if (!single) cell.dataset.column = names[index];
      cell.append(show(content));
    }
  }
  if (Array.isArray(answer) && answer.length > most)
    table.createCaption().textContent = `The first ${most} of ${answer.length}.`;
  return table;
}
