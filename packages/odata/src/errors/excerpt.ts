const before = 40;
const after = 30;

/** The neighbourhood of `offset` on one line, and a caret under it: at most 76 characters wide, whatever the text. */
export function excerpt(text: string, offset: number): string {
  const start = Math.max(0, offset - before);
  const end = Math.min(text.length, offset + after);
  const head = start > 0 ? '…' : '';
  const tail = end < text.length ? '…' : '';
  // A control character would move the caret, and half of a surrogate pair would not print.
  const line = text.slice(start, end).replace(/[\p{Cc}\p{Surrogate}\u2028\u2029]/gu, ' ');
  return `  ${head}${line}${tail}\n  ${' '.repeat(head.length + offset - start)}^`;
}
