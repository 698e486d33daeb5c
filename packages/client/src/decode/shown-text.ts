import { withoutQueries } from '@syncline/core/internal';

/** Makes a text of the service fit to be shown, with at most so many characters. */
export type Show = (text: string, longest: number) => string;

/**
 * Returns the function that makes a text of the service fit to be shown: on one line, bounded, and without invisible
 * characters, queries and the secrets of a call.
 */
export function showFor(call: { scrub(text: string): string }): Show {
  return (text, longest) =>
    withoutQueries(call.scrub(text.replace(new RegExp('[\\p{Cc}\\p{Cf}\u2028\u2029]+', 'gu'), ' ').trim())).slice(
      0,
      longest,
    );
}
