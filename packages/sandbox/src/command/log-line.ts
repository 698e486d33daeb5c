import type { LoggedRequest } from '../http/request-log.ts';

/** Maximum length of the reason on a line, in characters. */
const shownReason = 300;

/**
 * Formats a request as one line: time, status, duration, request, operation, the query parameters that were ignored, the
 * fault that was applied, and why the request was refused.
 */
export function logLine(
  { at, method, path, query, operationId, status, durationMs, reason, effect, ignored }: LoggedRequest,
  color: boolean,
): string {
  const paint = (code: number, text: string): string => (color ? `\u001b[${code}m${text}\u001b[39m` : text);
  const code = paint(status < 300 ? 32 : status < 500 ? 33 : 31, String(status));
  const address = query === '' ? path : `${path}?${query}`;
  const fault = effect === undefined ? '' : `  ${paint(35, `fault ${printable(effect)}`)}`;
  const why = reason === undefined ? '' : `  ${paint(33, printable(shortened(reason)))}`;
  const unknown = ignored === undefined ? '' : `  ignored ${printable(shortened(ignored.join(', ')))}`;
  const request = `${printable(`${method} ${address}`)}  ${operationId ?? '-'}`;
  return `${at.slice(11, 23)} ${code} ${durationMs.toFixed(1).padStart(7)} ms  ${request}${unknown}${fault}${why}\n`;
}

function shortened(text: string): string {
  return text.length <= shownReason ? text : `${text.slice(0, shownReason)}...`;
}

/** A request can contain any bytes. The terminal must not interpret them. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (character) => `\\x${character.charCodeAt(0).toString(16)}`);
}
