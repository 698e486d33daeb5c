/**
 * Takes the query and the user name and password out of every address in a text, however it came into the text.
 */
export function withoutQueries(text: string): string {
  return text.replace(/[^\s"'<>]+/g, (word) => {
    const [path = ''] = word.split(/[?#]/, 1);
    // A question mark after a mere word is punctuation.
    const address = path.includes('/') || word.includes('=', path.length) ? path : word;
    return address.replace(/:\/\/[^/]*@/, '://');
  });
}
