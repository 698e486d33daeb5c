/** The known name that is most similar to a misspelled one, if at most a third of its letters differ. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const rated = known.map((one) => ({ one, distance: editDistance(name.toLowerCase(), one.toLowerCase()) }));
  const [best] = rated.sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(2, best.one.length / 3) ? best.one : undefined;
}

/** The Levenshtein distance of the first 100 characters. */
function editDistance(from: string, to: string): number {
  const [a, b] = [from.slice(0, 100), to.slice(0, 100)];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
