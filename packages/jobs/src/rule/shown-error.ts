import { cleanText } from '@syncline/core';
import { withoutCredentials } from '../text/find-credentials.ts';

/** An error of the service as a finding shows it: bounded, cleaned, and without what looks like a credential. */
export function shownError(error: unknown): string {
  return cleanText(withoutCredentials(String(error).slice(0, 10_000)), 200);
}
