// A module of its own, so that bundlers put the tables into a chunk that loads when the first job is decoded.
export { odataDecode } from '@syncline/openapi';
