/**
 * Replaces control, bidirectional and other invisible characters by a space, so that a text of the service stays on its
 * line and changes nothing else on a terminal. Unlike `cleanText`, it keeps spaces and the length.
 */
export function cleanLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu, ' ');
}
