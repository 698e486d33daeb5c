import stringWidth from 'string-width';
import { splitText } from './cut-text.ts';

/** Wraps a line between words. A word that is too long begins on its own line, and continues on further ones. */
export function breakLine(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of line.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && stringWidth(last) + 1 + stringWidth(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(...(stringWidth(word) <= width ? [word] : splitText(word, width)));
  }
  return lines;
}
