/** Quotes a text for a POSIX shell: within single quotes, nothing has a meaning except the single quote itself. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
