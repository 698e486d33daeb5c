/** Orders texts by their UTF-16 code units, which gives the same order on every machine. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
