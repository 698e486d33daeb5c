import { ConfigError, isConfigError } from '@syncline/core/internal';
import { parseDuration } from '@syncline/runs';
import { readInstant } from '../config/read-instant.ts';
import { toRfc3339 } from './format-time.ts';

/**
 * A moment on the command line: RFC 3339 with an offset, or a duration before now such as `24h`.
 *
 * @returns milliseconds since 1970
 * @throws {ConfigError} when it is neither
 */
export function parseMoment(option: string, text: string, now: number): number {
  if (/^\d{4}-/.test(text)) {
    const moment = readInstant(text);
    if (moment === undefined)
      throw new ConfigError(
        option,
        'must have a time and an offset, such as 2026-03-02T06:00:00Z, or be a duration such as 24h',
      );
    return moment;
  }
  try {
    return now - parseDuration(option, text);
  } catch (error) {
    if (!isConfigError(error)) throw error;
    throw new ConfigError(
      option,
      'must be a duration before now such as 90m, 24h or 7d, or a time with an offset such as 2026-03-02T06:00:00Z; ' +
        `found ${JSON.stringify(text.slice(0, 40))}`,
    );
  }
}

const day = 86_400_000;

/** The end of a sentence that says that a period has nothing: when it began, and a longer one to try. */
export function emptySince(since: number, now: number): string {
  const longer = [7, 30, 90, 365].find((days) => days * day > now - since);
  const example = longer === undefined ? '' : `, for example with --since ${longer}d`;
  return `since ${toRfc3339(since)}. Look further back${example}.`;
}
