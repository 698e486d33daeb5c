// Exports a store, and stops for ever before it reads the page with the number of the third argument.
import { exportParquet } from '../../src/parquet/index.ts';
import { openSqliteStore } from '../../src/sqlite/index.ts';

const [file, folder, stopAt] = process.argv.slice(2);
const store = openSqliteStore(file);
let pages = 0;
const readPage = async (...query) => {
  pages += 1;
  if (pages === Number(stopAt)) {
    process.stdout.write('stopped\n');
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  }
  return store.readPage(...query);
};
await exportParquet({ ...store, readPage }, folder);
process.stdout.write('ended\n');
