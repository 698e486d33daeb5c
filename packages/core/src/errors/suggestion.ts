/**
 * The end of a message about an unknown name: the nearest name, or all names if no name is similar.
 *
 * @example
 * ```ts
 * import { suggestion } from '@syncline/core/errors';
 *
 * suggestion('limt', ['limit', 'offset']); // 'did you mean limit?'
 * suggestion('size', ['limit', 'offset']); // 'use limit, offset'
 * ```
 */
export function suggestion(name: string, names: readonly string[]): string {
  let nearest = '';
  let least = 1 + name.length / 2;
  const left = name.toLowerCase().slice(0, 50);
  for (const each of names) {
    const right = each.toLowerCase();
    // The letters that only one of the words has, wherever they stand. Of anagrams, the one with the same beginning is
    // nearer.
    let rest = right;
    for (const letter of left) rest = rest.replace(letter, '');
    const distance = left.length - right.length + 2 * rest.length + Number(left[0] !== right[0]);
    if (distance < least && distance < each.length) [nearest, least] = [each, distance];
  }
  return nearest ? `did you mean ${nearest}?` : `use ${names.join(', ') || 'none'}`;
}
