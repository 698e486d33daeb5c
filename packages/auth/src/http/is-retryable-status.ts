/**
 * Whether a status says "later, perhaps": 408, 425, 429, 500, 502, 503 and 504.
 *
 * @example
 * ```ts
 * import { isRetryableStatus } from '@syncline/auth/http';
 *
 * isRetryableStatus(503); // true
 * isRetryableStatus(501); // false
 * ```
 */
export function isRetryableStatus(status: number): boolean {
  return [408, 425, 429, 500, 502, 503, 504].includes(status);
}
