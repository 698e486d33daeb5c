export type { CallQuery } from './call-query.ts';
export { cloudQueries, odataQueries, v2Queries } from './queries.gen.ts';
