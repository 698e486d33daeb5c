/**
 * A test for texts: `*` matches any text, every other character only itself. Unlike with a regular
 * expression, the time is always linear in the length of the text.
 *
 * @param pattern - such as `Orders*`
 */
export function wholePattern(pattern: string): (text: string) => boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return (text) => text === first;
  return (text) => {
    if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
    const end = endOf(text, others, first.length);
    return end !== undefined && end <= text.length - last.length;
  };
}

/**
 * The same for a part of a text, ignoring case: `timed out*after` matches "Query timed out: gave up after 30 s".
 *
 * @returns a test for texts that `foldText` has prepared
 */
export function partPattern(pattern: string): (folded: string) => boolean {
  const parts = foldText(pattern).split('*');
  return (folded) => endOf(folded, parts, 0) !== undefined;
}

/**
 * Returns where the last of the parts ends if the text contains them in this order, otherwise undefined. The first
 * match of each part is the best.
 */
function endOf(text: string, parts: readonly string[], from: number): number | undefined {
  let end = from;
  for (const part of parts) {
    const at = text.indexOf(part, end);
    if (at < 0) return undefined;
    end = at + part.length;
  }
  return end;
}

/**
 * Normalizes a text, so that texts that look the same are equal: differences in Unicode
 * composition, case and white space are removed.
 */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
}
