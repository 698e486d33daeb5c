/** Makes text of the service safe to show: removes control and bidirectional characters, and limits the length. */
export function cleanText(text: string, most: number): string {
  if (text.length <= most && /^[ -~]*$/.test(text)) return text;
  return text
    .slice(0, 2 * most)
    .replace(/[\p{C}\u2028\u2029]+/gu, ' ')
    .slice(0, most);
}
