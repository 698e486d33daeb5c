import { formatDuration } from '@syncline/core';
import { html, type Html } from './html.ts';

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** A moment as a person reads it, in UTC: `22 Nov 2026, 14:30`. */
export function momentText(moment: number, hasYear = true): string {
  const date = new Date(moment);
  const day = `${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
  return `${day}${hasYear ? ` ${date.getUTCFullYear()}` : ''}, ${date.toISOString().slice(11, 16)}`;
}

/** A moment as an element. Its date is complete, and what it shows is short. */
export function moment(at: number, hasYear = false): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${momentText(at, hasYear)}</time>`;
}

/** How long ago a moment is. The title has the moment. */
export function ago(at: number, now: number): Html {
  const text = now - at < 1_000 ? 'now' : `${formatDuration(now - at).split(' ')[0]} ago`;
  return html`<time datetime="${new Date(at).toISOString()}" title="${momentText(at)} UTC">${text}</time>`;
}
