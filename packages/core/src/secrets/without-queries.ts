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

/**
 * The query parameters whose values are never secret: OData's system query options, except the tokens of a service, and the two
 * parameters of the workspaces.
 */
export const shownParameters: readonly string[] = [
  '$apply',
  '$compute',
  '$count',
  '$expand',
  '$filter',
  '$format',
  '$orderby',
  '$search',
  '$select',
  '$skip',
  '$top',
  'filter',
  'sort',
];
