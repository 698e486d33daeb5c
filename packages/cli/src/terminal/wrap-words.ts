/**
 * Breaks a sentence between words, but not a command, which is copied as one line. The other lines are indented, so that
 * no text of the service can look like a line of its own.
 */
export function wrapWords(text: string, width = Number.POSITIVE_INFINITY): string {
  if (text.length <= width || text.startsWith('Next: syncline ')) return text;
  let line = '';
  const lines: string[] = [];
  for (const word of text.match(/(?:`[^`]*`|[^ ])+/g) ?? []) {
    if (line === '') line = word;
    else if (line.length + 3 + word.length <= width) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line].join('\n  ');
}
