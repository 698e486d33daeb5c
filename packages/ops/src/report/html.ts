import { formatDuration } from '@syncline/core/internal';

/** Markup that `html` created and that is inserted unchanged. Every other value becomes text. */
export class Html {
  readonly markup: string;

  /** @param markup - markup that is safe for any data of the service */
  constructor(markup: string) {
    this.markup = markup;
  }

  /** In a plain template, markup would be shown as `[object Object]`. */
  [Symbol.toPrimitive](): never {
    throw new TypeError('Markup can only be inserted by html`…`.');
  }
}

/** The values that a template can contain. Nothing is printed for `undefined` and `false`. */
export type HtmlValue = string | number | Html | undefined | false | readonly HtmlValue[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Creates markup from a template. Its values become text: markup characters are escaped, and invisible characters that
 * reorder or hide text are removed. Values are allowed only in the text of an element or in a quoted attribute.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(strings.reduce((text, part, at) => `${text}${markupOf(values[at - 1])}${part}`));
}

function markupOf(value: HtmlValue): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.markup;
  if (typeof value === 'object') return value.map(markupOf).join('');
  return escapeText(String(value));
}

function escapeText(text: string): string {
  if (/^[\w .,:+()-]*$/.test(text)) return text;
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A text whose lines are kept, for a `pre` element. */
export function linesHtml(text: string): Html {
  return new Html(text.split('\n').map(escapeText).join('\n'));
}

/** JSON inside a `script` element. It cannot end the element, begin a comment, or reorder the text. */
export function jsonBlock(value: unknown): Html {
  const text = JSON.stringify(value).replace(/[<>&\u2028\u2029\p{Cf}\p{Co}]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => escapeUnit(character.charCodeAt(at))).join(''),
  );
  return new Html(`<script type="application/json" id="data">${text}</script>`);
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** A moment as text, in UTC: `22 Nov 2026, 14:30`. */
export function momentText(moment: number, hasYear = true): string {
  const date = new Date(moment);
  const day = `${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
  return `${day}${hasYear ? ` ${date.getUTCFullYear()}` : ''}, ${date.toISOString().slice(11, 16)}`;
}

/** A moment as a `time` element with the full date and a short text. */
export function moment(at: number, hasYear = false): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${momentText(at, hasYear)}</time>`;
}

/** How long ago a moment was. The title shows the moment. */
export function ago(at: number, now: number): Html {
  const text = now - at < 1_000 ? 'now' : `${formatDuration(now - at).split(' ')[0]} ago`;
  return html`<time datetime="${new Date(at).toISOString()}" title="${momentText(at)} UTC">${text}</time>`;
}

/** The columns of a table of runs, with their classes: of the page, and of its script. */
export const runColumns = [
  ['Outcome', ''],
  ['Started, UTC', ''],
  ['Took', 'number'],
  ['Rows', 'number'],
  ['Service message', ''],
  ['Run', ''],
] as const;
