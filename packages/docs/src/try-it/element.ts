import type { OperationId } from '@syncline/openapi';
import { readAddress, writeAddress } from './address.ts';
import { callText } from './call-text.ts';
import type { Input } from './inputs.ts';
import type { Values } from './operation.ts';
import { showAnswer } from './show-answer.ts';

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
    const [{ check }, { curlText }] = await Promise.all([import('./check.ts'), import('./curl-text.ts')]);
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
