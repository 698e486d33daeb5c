import stringWidth from 'string-width';

/** The width of a text on a terminal: wide characters count as two, and styles do not count. */
export function widthOfText(text: string): number {
  // Most texts of a table with thousands of rows, whose characters need not be looked up.
  return /^[ -~]*$/.test(text) ? text.length : stringWidth(text);
}

/** What a terminal reads as a style. Cutting must neither count nor split it. */
const style = /(\u001b\[[\d;]*m)/;

/** Cuts a text to a width, at the end of a whole character; a cut text ends with `…`. Styles are kept. */
export function cutText(text: string, width: number): string {
  if (widthOfText(text) <= width) return text;
  const [first = '', ...rest] = splitText(text, width - 1);
  const styles = rest
    .join('')
    .split(style)
    .filter((_part, at) => at % 2 === 1);
  return `${width > widthOfText(first) ? first : ''}…${styles.join('')}`;
}

/**
 * Splits a text into pieces of at most a width, between whole characters. A character that is wider than the width has
 * its own piece.
 */
export function splitText(text: string, width: number): readonly string[] {
  const pieces: string[] = [''];
  let used = 0;
  for (const [at, part] of text.split(style).entries()) {
    const characters = at % 2 === 1 ? [part] : [...new Intl.Segmenter().segment(part)].map(({ segment }) => segment);
    for (const character of characters) {
      const needed = at % 2 === 1 ? 0 : widthOfText(character);
      if (used > 0 && used + needed > width) {
        pieces.push('');
        used = 0;
      }
      pieces[pieces.length - 1] += character;
      used += needed;
    }
  }
  return pieces;
}

/** Wraps a line between words. A word that is too long begins on its own line, and continues on further ones. */
export function breakLine(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of line.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOfText(last) + 1 + widthOfText(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(...(widthOfText(word) <= width ? [word] : splitText(word, width)));
  }
  return lines;
}

const bars = [...'▁▂▃▄▅▆▇█'];

/**
 * Numbers as a row of bars, the largest one full and 0 the lowest. An unknown value is a space.
 *
 * @param values - the oldest first
 */
export function sparkline(values: readonly (number | undefined)[]): string {
  const known = values.map((value) => (value !== undefined && Number.isFinite(value) ? Math.max(value, 0) : undefined));
  const highest = Math.max(1, ...known.filter((value) => value !== undefined));
  return known
    .map((value) => (value === undefined ? ' ' : bars[Math.round((value / highest) * (bars.length - 1))]))
    .join('');
}
