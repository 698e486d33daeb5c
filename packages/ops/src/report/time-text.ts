import { formatDuration } from '@syncline/core/internal';
import { html, type Html } from './html.ts';

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
