export { readSnapshot } from './read-snapshot.ts';
export { type WrittenSnapshot, writeSnapshot } from './write-snapshot.ts';
