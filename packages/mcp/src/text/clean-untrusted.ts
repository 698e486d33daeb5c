import { cleanText } from '@syncline/core';

/** Sequences that a terminal obeys: CSI, OSC, and the short ones. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const ansi =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/gu;
/** Characters without a shape, in which text can be hidden: variation selectors, fillers, tags, unassigned ones. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cn}\u2800]+/gu;

/**
 * Text of the service as it is shown to a model: on one line, without control, ANSI, bidirectional, zero-width, tag and
 * other invisible characters, and bounded. It may still say anything: it belongs into a field named `untrusted`.
 *
 * @param limit - the largest number of characters; a longer text ends with `…`
 */
export function cleanUntrusted(text: string, limit: number): string {
  // A text of megabytes is cut before it is searched.
  const part = text.length > limit * 8 ? `${text.slice(0, limit * 8)}…` : text;
  return cleanText(part.replace(ansi, ' ').replace(invisible, ''), limit);
}
