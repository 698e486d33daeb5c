import type { LoggedRequest } from '../http/request-log.ts';

/** Formats a request as one line: time, status, duration, request, operation, and whether a fault was applied. */
export function logLine(
  { at, method, path, query, operationId, status, durationMs, fault, ignored }: LoggedRequest,
  color: boolean,
): string {
  const paint = (code: number, text: string): string => (color ? `\u001b[${code}m${text}\u001b[39m` : text);
  const code = paint(status < 300 ? 32 : status < 500 ? 33 : 31, String(status));
  const address = query === '' ? path : `${path}?${query}`;
  const safe = printable(`${method} ${address}`);
  return `${at.slice(11, 23)} ${code} ${durationMs.toFixed(1).padStart(7)} ms  ${safe}  ${operationId ?? '-'}${fault ? paint(35, '  fault') : ''}${ignored === undefined ? '' : `  ignored: ${printable(ignored.join(', '))}`}\n`;
}

/** A request can contain any bytes. The terminal must not interpret them. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (character) => `\\x${character.charCodeAt(0).toString(16)}`);
}
