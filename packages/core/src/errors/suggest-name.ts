/**
 * The end of a message about an unknown name: the nearest name, or all of them if none is near.
 *
 * @example
 * ```ts
 * import { suggestName } from '@syncline/core/errors';
 *
 * suggestName('limt', ['limit', 'offset']); // 'did you mean limit?'
 * suggestName('size', ['limit', 'offset']); // 'use limit, offset'
 * ```
 */
export function suggestName(name: string, names: readonly string[]): string {
  let nearest = '';
  let least = 1 + name.length / 2;
  for (const each of names) {
    const distance = editDistance(name.toLowerCase().slice(0, 50), each.toLowerCase());
    if (distance < least && distance < each.length) [nearest, least] = [each, distance];
  }
  return nearest ? `did you mean ${nearest}?` : `use ${names.join(', ') || 'none'}`;
}

/** How many letters must be added, removed or replaced (Levenshtein). */
function editDistance(one: string, other: string): number {
  const row = Array.from(`${other}.`, (_, index) => index);
  for (const letter of one) {
    let diagonal = row[0] as number;
    row[0] = diagonal + 1;
    for (let index = 1; index < row.length; index += 1) {
      const above = row[index] as number;
      const changed = diagonal + (other[index - 1] === letter ? 0 : 1);
      row[index] = Math.min(above + 1, (row[index - 1] as number) + 1, changed);
      diagonal = above;
    }
  }
  return row.at(-1) as number;
}
