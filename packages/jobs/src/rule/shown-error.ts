import { cleanText } from '@syncline/core/internal';
import { withoutCredentials } from '../text/find-credentials.ts';

/** An error of the service for a finding: shortened, cleaned, and without anything that looks like a credential. */
export function shownError(error: unknown): string {
  return cleanText(withoutCredentials(String(error).slice(0, 10_000)), 200);
}
