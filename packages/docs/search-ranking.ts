/**
 * How search ranks the pages, on the site and in the tests. A title has the same weight as the text, because the names
 * of types contain search terms: `TimeoutError` must not come before the page about time limits. The weights of the
 * texts are in `scripts/finish/search-index.ts`.
 */
export const searchRanking = { metaWeights: { title: 0 } };
