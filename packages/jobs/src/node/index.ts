export { readSnapshot, writeSnapshot, type WrittenSnapshot } from './snapshot-folder.ts';
