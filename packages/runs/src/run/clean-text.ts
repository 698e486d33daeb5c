/** Text of the service as it may be shown: without control and bidirectional characters, and bounded. */
export function cleanText(text: string, most: number): string {
  return text
    .slice(0, 2 * most)
    .replace(/[\p{C}\u2028\u2029]+/gu, ' ')
    .slice(0, most);
}
