// Exports a store, and stops before it reads the page with the number of the third argument, until its standard input ends.
import { once } from 'node:events';
import { exportParquet } from '../../src/parquet/export-parquet.ts';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';

const [file, folder, stopAt] = process.argv.slice(2);
const store = openSqliteStore(file);
let pages = 0;
const readPage = async (...query) => {
  pages += 1;
  if (pages === Number(stopAt)) {
    process.stdout.write('stopped\n');
    await once(process.stdin.resume(), 'end');
  }
  return store.readPage(...query);
};
await exportParquet({ ...store, readPage }, folder);
process.stdout.write('ended\n');
