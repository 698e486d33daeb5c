import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** Adds colour on a terminal, but not in a pipe, in a file or with `NO_COLOR`. */
export function paint(format: Format, text: string): string {
  return styleText(format, text, { stream: process.stdout });
}

/** Whether the output is a terminal that can show colour and box-drawing characters. */
export function fancy(): boolean {
  return process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}

/** The width of the output: that of the terminal, at most 120 columns; 100 without a terminal. */
export function columns(): number {
  return Math.max(60, Math.min(process.stdout.columns ?? 100, 120));
}

const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\u{1F300}-\u{1FAFF}]/u;
const combining = /\p{Mark}/u;

/** Number of cells that `text` takes in a terminal. */
export function width(text: string): number {
  let cells = 0;
  for (const letter of text) cells += combining.test(letter) ? 0 : wide.test(letter) ? 2 : 1;
  return cells;
}

/** `text` in exactly `cells` cells: cut with an ellipsis, or padded. */
export function fit(text: string, cells: number): string {
  let out = '';
  let used = 0;
  const whole = width(text) <= cells;
  for (const letter of text) {
    const next = width(letter);
    if (used + next > (whole ? cells : cells - 1)) break;
    out += letter;
    used += next;
  }
  if (!whole) {
    out += '…';
    used += 1;
  }
  return out + ' '.repeat(Math.max(0, cells - used));
}
