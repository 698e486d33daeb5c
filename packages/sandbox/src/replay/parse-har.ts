/**
 * Parses the text of a HAR file. The recorder of `@syncline/client` writes each entry as one line. If its process was
 * killed during a write, the file ends within that line. The entries before it are complete.
 *
 * @throws {SyntaxError} when the text is neither JSON nor such a file with a complete entry
 */
export function parseHar(text: string): { readonly har: unknown; readonly isCut: boolean } {
  try {
    return { har: JSON.parse(text), isCut: false };
  } catch (error) {
    const [head = '', ...lines] = text.split('\n');
    // A comma and a line break follow an entry when the next one is written.
    const entries = lines
      .slice(0, -1)
      .filter((line) => line.endsWith(','))
      .join('\n');
    if (entries === '') throw error;
    try {
      return { har: JSON.parse(`${head}${entries.slice(0, -1)}]}}`), isCut: true };
    } catch {
      throw error;
    }
  }
}
