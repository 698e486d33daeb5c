import { SynclineError, isSynclineError } from '@syncline/core/errors';

/**
 * Why a text was refused: it is not OData (`ODATA_SYNTAX`), it is OData that this interface does not support
 * (`ODATA_UNSUPPORTED`, section 4.1), or it exceeds a limit (`ODATA_LIMIT`).
 */
export type ODataSyntaxCode = 'ODATA_SYNTAX' | 'ODATA_UNSUPPORTED' | 'ODATA_LIMIT';

/** The data of an {@link ODataSyntaxError}. */
export interface ODataSyntaxDetails {
  readonly code: ODataSyntaxCode;
  /** Where in the text, in UTF-16 code units from 0. */
  readonly offset: number;
  /** What would have been accepted there. */
  readonly expected: string;
  /** The whole text. The error keeps only an excerpt. */
  readonly text: string;
  /** For `ODATA_UNSUPPORTED` and `ODATA_LIMIT`: what was written. */
  readonly construct?: string | undefined;
  /** A valid text that was probably meant. */
  readonly suggestion?: string | undefined;
}

/**
 * A `$filter`, `$select`, `$orderby`, query or key predicate was refused. The message has an excerpt of the text, a caret
 * below the place, and the suggestion if there is one. The clients, the sandbox and the CLI show this message.
 *
 * @example
 * ```ts
 * import { isODataSyntaxError, parseFilter } from '@syncline/odata';
 *
 * try {
 *   parseFilter("status eq 'done");
 * } catch (error) {
 *   if (isODataSyntaxError(error)) console.error(error.offset, error.expected);
 *   // 15 "a closing quote (a quote inside is doubled: '')"
 * }
 * ```
 */
export class ODataSyntaxError extends SynclineError {
  override readonly name = 'ODataSyntaxError';
  readonly code: ODataSyntaxCode;
  /** Where in the text, in UTF-16 code units from 0. */
  readonly offset: number;
  /** What would have been accepted there. */
  readonly expected: string;
  /** For `ODATA_UNSUPPORTED` and `ODATA_LIMIT`: what was written. */
  readonly construct: string | undefined;
  /**
   * A valid text that was probably meant; undefined if there is no good guess. Show it to the user, but do not send it
   * without asking.
   */
  readonly suggestion: string | undefined;
  /** The text around the place and a line with a caret below it, at most 76 characters wide. */
  readonly excerpt: string;

  constructor(details: ODataSyntaxDetails) {
    const { code, offset, expected, text, construct, suggestion } = details;
    super(describeSyntaxError(details));
    this.code = code;
    this.offset = offset;
    this.expected = expected;
    this.construct = construct;
    this.suggestion = suggestion;
    this.excerpt = excerptOf(text, offset);
  }
}

/** The message: what was expected and where, the place in the text with a caret below it, and the suggestion. */
function describeSyntaxError({ code, offset, expected, text, construct, suggestion }: ODataSyntaxDetails): string {
  const hint = suggestion === undefined ? '' : `\nDid you mean: ${onOneLine(suggestion)}`;
  return `${summary(code, expected, construct)} at offset ${offset}:\n${excerptOf(text, offset)}${hint}`;
}

function summary(code: ODataSyntaxCode, expected: string, construct: string | undefined): string {
  switch (code) {
    case 'ODATA_SYNTAX':
      return `Expected ${expected}`;
    case 'ODATA_UNSUPPORTED':
      return `${construct} is not supported by this interface; expected ${expected}`;
    case 'ODATA_LIMIT':
      return `${construct} is over the limit; expected ${expected}`;
  }
}

const before = 40;
const after = 30;

/** The text around `offset` on one line, and a caret below it: at most 76 characters wide. */
function excerptOf(text: string, offset: number): string {
  const start = Math.max(0, offset - before);
  const end = Math.min(text.length, offset + after);
  const head = start > 0 ? '…' : '';
  const tail = end < text.length ? '…' : '';
  const line = onOneLine(text.slice(start, end));
  return `  ${head}${line}${tail}\n  ${' '.repeat(head.length + offset - start)}^`;
}

/** A control character would move the caret, and half of a surrogate pair cannot be printed. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Surrogate}\u2028\u2029]/gu, ' ');
}

/**
 * Whether `error` is an {@link ODataSyntaxError}, from any copy of this package.
 *
 * @example
 * ```ts
 * import { isODataSyntaxError } from '@syncline/odata';
 *
 * const report = (error: unknown) => {
 *   if (isODataSyntaxError(error)) console.error(error.excerpt);
 * };
 * ```
 */
export function isODataSyntaxError(error: unknown): error is ODataSyntaxError {
  return isSynclineError(error) && error.name === 'ODataSyntaxError';
}

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
