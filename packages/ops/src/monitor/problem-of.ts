import { cleanText, isSynclineError } from '@syncline/core/internal';

/** Why something failed, for `/health`. Errors that are not from these packages are not shown. */
export function problemOf(error: unknown): { readonly code: string; readonly message: string } {
  if (!isSynclineError(error)) return { code: 'UNEXPECTED_ERROR', message: 'The tick failed for an unknown reason.' };
  return { code: error.code, message: cleanText(error.message, 300) };
}
