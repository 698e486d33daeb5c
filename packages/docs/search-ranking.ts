/**
 * How search ranks the pages, here and in the tests. A title counts as its text does, because the names of types repeat
 * what people search for: `TimeoutError` must not come before the page about time limits. The weights of the texts are in
 * `scripts/finish/search-index.ts`.
 */
export const searchRanking = { metaWeights: { title: 0 } };
