/** `make`, which is not asked again for one of the `most` newest texts it made something of. What it throws is not kept. */
export function remembered<T>(make: (text: string) => T, most: number): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    let made = kept.get(text);
    if (made === undefined) {
      made = make(text);
      if (kept.size >= most) kept.delete(kept.keys().next().value as string);
      kept.set(text, made);
    }
    return made;
  };
}
