/** Letters of `__proto__` may be written as escapes; then the word itself is not in the text. */
const escapedLetter = /\\u00(5f|6f|7[024])/i;

/**
 * JSON.parse, without `__proto__` keys: they would become an object's prototype as soon as someone copies the object.
 *
 * @throws SyntaxError where the text is not JSON
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  dropProto(value, text);
  return value;
}

/** Drops the `__proto__` keys of what a text was parsed to. Walks with a list of its own: no depth overflows the stack. */
export function dropProto(root: unknown, text: string): void {
  if (!text.includes('__proto__') && !(text.includes('\\u00') && escapedLetter.test(text))) return;
  const left: unknown[] = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    delete (value as Record<string, unknown>)['__proto__'];
    for (const child of Object.values(value)) left.push(child);
  }
}
