import stringWidth from 'string-width';

/** What a terminal reads as a style. Cutting must neither count nor split it. */
const style = /(\u001b\[[\d;]*m)/;

/** Cuts a text to a width, at the end of a whole character; a cut text ends with `…`. Styles are kept. */
export function cutText(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  const [first = '', ...rest] = splitText(text, width - 1);
  const styles = rest
    .join('')
    .split(style)
    .filter((_part, at) => at % 2 === 1);
  return `${width > stringWidth(first) ? first : ''}…${styles.join('')}`;
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
      const needed = at % 2 === 1 ? 0 : stringWidth(character);
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
