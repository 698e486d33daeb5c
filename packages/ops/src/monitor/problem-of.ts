import { cleanText, isSynclineError } from '@syncline/core';

/** Why something failed, as `/health` shows it: nothing of an error that is not one of these packages. */
export function problemOf(error: unknown): { readonly code: string; readonly message: string } {
  if (!isSynclineError(error))
    return { code: 'UNEXPECTED_ERROR', message: 'The tick failed for a reason that is not known.' };
  return { code: error.code, message: cleanText(error.message, 300) };
}
