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
  for (const each of names) {
    const distance = differingLetters(name.toLowerCase().slice(0, 50), each.toLowerCase());
    if (distance < least && distance < each.length) [nearest, least] = [each, distance];
  }
  return nearest ? `did you mean ${nearest}?` : `use ${names.join(', ') || 'none'}`;
}

/** How many letters only one of two words has, wherever they stand. */
function differingLetters(one: string, other: string): number {
  let rest = other;
  for (const letter of one) rest = rest.replace(letter, '');
  return one.length - other.length + 2 * rest.length;
}
