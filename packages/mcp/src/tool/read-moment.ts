import { isConfigError } from '@syncline/core/internal';
import { parseMoment } from '@syncline/ops';
import { RefusalError } from '../refusal/refusal-error.ts';

/**
 * Parses the moment in an argument: RFC 3339 with an offset, or a duration before now such as `24h`.
 *
 * @returns milliseconds since 1970, from 1970 on
 * @throws {RefusalError} when it is neither
 */
export function readMoment(name: string, text: string, now: number): number {
  try {
    return Math.max(0, Math.floor(parseMoment(name, text, now)));
  } catch (error) {
    if (!isConfigError(error)) throw error;
    throw new RefusalError(
      `${name} must be a duration before now such as 24h, or a time such as 2026-03-02T06:00:00Z.`,
    );
  }
}
