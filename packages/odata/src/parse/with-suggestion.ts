import { ODataSyntaxError } from './odata-syntax-error.ts';

/**
 * Adds a suggestion to the error of a refused text, if `suggest` returns one and `parse` accepts it. Any other thrown
 * value is returned unchanged. A text that is too large gets no suggestion.
 */
export function withSuggestion(
  error: unknown,
  text: string,
  suggest: (text: string) => string | undefined,
  parse: (suggestion: string) => unknown,
): unknown {
  if (!(error instanceof ODataSyntaxError) || error.code === 'ODATA_LIMIT') return error;
  const suggestion = suggest(text);
  if (suggestion === undefined || suggestion === text) return error;
  try {
    parse(suggestion);
  } catch {
    return error;
  }
  const { code, offset, expected, construct } = error;
  return new ODataSyntaxError({ code, offset, expected, construct, text, suggestion });
}
