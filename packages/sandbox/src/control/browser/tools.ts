/** Functions that the scripts of the control page share. Every text of a request becomes a text node, never markup. */

/** The element with an id of `page.html`. */
export function $<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** A form, and its fields by their names. */
export function form(id: string): HTMLFormElement {
  return $<HTMLFormElement>(id);
}

/** A select of a form. */
export function selectOf(id: string, name: string): HTMLSelectElement {
  return form(id).elements.namedItem(name) as HTMLSelectElement;
}

/** Characters that are invisible or change the direction of the text are shown as their code points. */
export function plain(text: unknown): string {
  return String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) =>
    character === '\n' || character === '\t' ? character : `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}

/** A part of an address as people read it: decoded, or as it was sent where it cannot be decoded. */
export function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Makes an element with a class and children: elements, or texts. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
  ...children: readonly unknown[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), { className });
  element.append(...children.map((child) => (typeof child === 'object' ? (child as Node) : plain(child))));
  return element;
}

export function button(text: string, className: string, onclick: (event: MouseEvent) => unknown): HTMLButtonElement {
  const element = Object.assign(make('button', className, text), { type: 'button' } as const);
  element.addEventListener('click', onclick);
  return element;
}

let quiet: ReturnType<typeof setTimeout> | undefined;

/** Shows a message for four seconds, or until the next one if it is bad. */
export function say(text: string, isBad = false): void {
  $('message').textContent = plain(text);
  $('message').className = isBad ? 'bad' : '';
  clearTimeout(quiet);
  if (!isBad) quiet = setTimeout(() => say(''), 4000);
}

/** Returns the JSON of a response. Throws an Error with the reason if the request is refused. */
export async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const sent =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, ...sent });
  const answer = (await response.json()) as T & { readonly error: string };
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** Changes something. If the request is refused, shows the reason and returns undefined. */
export async function change<T = object>(method: string, path: string, body?: object): Promise<T | undefined> {
  try {
    const answer = await ask<T>(method, path, body);
    dispatchEvent(new Event('sandbox-changed'));
    return answer;
  } catch (error) {
    say((error as Error).message, true);
    return undefined;
  }
}

/** A button that copies a text. */
export function copyButton(name: string, text: string): HTMLButtonElement {
  const copy = button('Copy', 'quiet small', async () => {
    try {
      await navigator.clipboard.writeText(text);
      say(`Copied: ${name}.`);
    } catch {
      say('The browser does not allow copying. Select the text instead.', true);
    }
  });
  copy.setAttribute('aria-label', `Copy ${plain(name)}`);
  return copy;
}

/** A command line with a button that copies it. */
export function command(name: string, text: string): HTMLElement {
  return make('div', 'command', make('code', '', text), copyButton(name, text));
}
