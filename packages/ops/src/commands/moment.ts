import { ConfigError, isConfigError } from '@syncline/core';
import { parseDuration } from '@syncline/runs';

/**
 * A moment on the command line: RFC 3339 with an offset, or a duration before now such as `24h`.
 *
 * @returns milliseconds since 1970
 * @throws {ConfigError} when it is neither
 */
export function parseMoment(option: string, text: string, now: number): number {
  if (/^\d{4}-/.test(text)) {
    const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i.test(text);
    const moment = isWhole ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(moment))
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
