import { brand, isBranded } from './brand.ts';
import { excerpt } from './excerpt.ts';

/**
 * Why a text was refused: it is no OData (`ODATA_SYNTAX`), it is OData that this interface does not have
 * (`ODATA_UNSUPPORTED`, section 4.1), or it is larger than the limits allow (`ODATA_LIMIT`).
 */
export type ODataSyntaxCode = 'ODATA_SYNTAX' | 'ODATA_UNSUPPORTED' | 'ODATA_LIMIT';

/** What an {@link ODataSyntaxError} is made of. */
export interface ODataSyntaxDetails {
  readonly code: ODataSyntaxCode;
  /** Where in the text, in UTF-16 code units from 0. */
  readonly offset: number;
  /** What would have been accepted there. */
  readonly expected: string;
  /** The whole text; the error keeps only an excerpt. */
  readonly text: string;
  /** What was written that this interface does not have, or that is over a limit. */
  readonly construct?: string | undefined;
}

/**
 * A `$filter`, `$select`, `$orderby`, query or key predicate that was refused. The message ends with the place and a caret below it.
 *
 * @example
 * try {
 *   parseFilter("status eq 'done");
 * } catch (error) {
 *   if (isODataSyntaxError(error)) console.error(error.offset, error.expected); // 10 "a closing quote"
 * }
 */
export class ODataSyntaxError extends Error {
  override readonly name = 'ODataSyntaxError';
  readonly [brand] = true;
  readonly code: ODataSyntaxCode;
  /** Where in the text, in UTF-16 code units from 0. */
  readonly offset: number;
  /** What would have been accepted there. */
  readonly expected: string;
  /** For `ODATA_UNSUPPORTED` and `ODATA_LIMIT`: what was written. */
  readonly construct: string | undefined;
  /** The neighbourhood of the place, and a caret line below it; at most 76 characters wide. */
  readonly excerpt: string;

  constructor({ code, offset, expected, text, construct }: ODataSyntaxDetails) {
    const place = excerpt(text, offset);
    super(`${summary(code, expected, construct)} at offset ${offset}:\n${place}`);
    this.code = code;
    this.offset = offset;
    this.expected = expected;
    this.construct = construct;
    this.excerpt = place;
  }
}

function summary(code: ODataSyntaxCode, expected: string, construct: string | undefined): string {
  if (code === 'ODATA_UNSUPPORTED') return `${construct} is not supported by this interface; expected ${expected}`;
  if (code === 'ODATA_LIMIT') return `${construct} is over the limit; expected ${expected}`;
  return `Expected ${expected}`;
}

/**
 * Whether `error` is an {@link ODataSyntaxError}, from whichever copy of this package.
 *
 * @example
 * if (isODataSyntaxError(error)) console.error(error.excerpt);
 */
export function isODataSyntaxError(error: unknown): error is ODataSyntaxError {
  return isBranded(error, 'ODataSyntaxError');
}
