/** Quotes a text for a POSIX shell: within single quotes, only the single quote itself is special. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
