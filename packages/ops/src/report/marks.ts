import type { Outcome } from '@syncline/runs';
import type { Result } from './report.ts';
import { html, Html } from './html.ts';

/** The shapes of the marks, in a 16 by 16 square. They can be distinguished without colors. */
const shapes = {
  pass: '<path class="line" d="M3.5 8.5l3 3 6-7"/>',
  warn: '<path class="line" d="M8 3v6"/><path class="line" d="M8 12.6v.1"/>',
  error: '<path class="line" d="M4 4l8 8M12 4l-8 8"/>',
  unknown:
    '<path class="line" d="M5.4 5.6a2.6 2.6 0 1 1 3.9 2.3C8.4 8.4 8 8.8 8 9.8"/><path class="line" d="M8 12.8v.1"/>',
  running: '<path class="line" d="M8 2.5a5.5 5.5 0 1 0 5.5 5.5"/>',
  cancelled: '<path class="line" d="M3.5 8h9"/>',
} as const;

const ofOutcome: Readonly<Record<Outcome, keyof typeof shapes>> = {
  succeeded: 'pass',
  warned: 'warn',
  partial: 'error',
  failed: 'error',
  cancelled: 'cancelled',
  running: 'running',
  unknown: 'unknown',
};

/** A mark in a circle. The text next to it says the same. */
export function resultMark(result: Result): Html {
  return mark(result, result);
}

/** The mark of an outcome, in its color. */
export function outcomeMark(outcome: Outcome): Html {
  return mark(ofOutcome[outcome], outcome);
}

/** The mark of a job without known runs. */
export function idleMark(): Html {
  return mark('cancelled', 'unknown');
}

function mark(shape: keyof typeof shapes, name: string): Html {
  return html`<svg class="mark ${name}" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="8"/>${new Html(shapes[shape])}</svg>`;
}

/** An icon of the state for the browser tab. It consists only of constants. */
export function favicon(result: Result): Html {
  const colors: Readonly<Record<Result, string>> = {
    pass: '17705f',
    warn: 'b07d1e',
    unknown: '6b7280',
    error: 'b3341a',
  };
  const picture =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8" fill="#${colors[result]}"/>` +
    `<g fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round">${shapes[result]}</g></svg>`;
  return html`<link rel="icon" href="data:image/svg+xml,${new Html(encodeURIComponent(picture))}">`;
}
