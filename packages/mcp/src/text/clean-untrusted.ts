import { cleanText } from '@syncline/core/internal';

const [bell, escape, csi, osc, end] = [7, 27, 0x9b, 0x9d, 0x9c].map((code) => String.fromCharCode(code));
/** Escape sequences of terminals: CSI, OSC, and the short ones. */
const ansi = new RegExp(
  [
    `(?:${escape}\\[|${csi})[0-?]*[ -/]*[@-~]`,
    `(?:${escape}\\]|${osc})[^${bell}${escape}${end}]*(?:${bell}|${escape}\\\\|${end})?`,
    `${escape}[ -/]*[0-~]?`,
  ].join('|'),
  'gu',
);
/** Invisible characters that can hide text: variation selectors, fillers, tags, and unassigned ones. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cn}\u2800]+/gu;

/**
 * Prepares text of the service for a model: on one line, without control, ANSI, bidirectional, zero-width, tag and
 * other invisible characters, and shortened. The text can still say anything, so put it into a field named `untrusted`.
 *
 * @param limit - the maximum number of characters; a longer text ends with `…`
 * @param scrub - removes secrets from a text, after the characters that could hide them. @default none
 */
export function cleanUntrusted(text: string, limit: number, scrub = (visible: string): string => visible): string {
  if (text.length <= limit && /^[!-~]+(?: [!-~]+)*$/.test(text)) return cleanText(scrub(text), limit);
  // Cuts a text of megabytes before it is searched.
  const part = text.length > limit * 8 ? `${text.slice(0, limit * 8)}…` : text;
  return cleanText(scrub(part.replace(ansi, ' ').replace(invisible, '')), limit);
}
