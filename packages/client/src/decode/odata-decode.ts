// A module of its own, so that bundlers put this into a chunk that loads when the first job is decoded.
export { odataDecode as decode } from '@syncline/openapi';
export { decodeOrdinary } from './ordinary-records.ts';
