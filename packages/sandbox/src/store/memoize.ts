/** Calls `make` once per text and keeps the `max` newest results. An error or `undefined` is not kept. */
export function memoize<T>(make: (text: string) => T, max: number): (text: string) => T {
  const results = new Map<string, T>();
  return (text) => {
    let result = results.get(text);
    if (result === undefined) {
      result = make(text);
      if (result === undefined) return result;
      if (results.size >= max) results.delete(results.keys().next().value as string);
      results.set(text, result);
    }
    return result;
  };
}
