// Makes the change of the second argument to the store that the first one names, and kills itself before the statement with
// the number of the third. Prints how many statements there were if it was not killed.
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';

const [file, change, last] = process.argv.slice(2);
const store = openSqliteStore(file, { exclusive: true });
const { fence } = await store.begin();
let count = 0;
for (const [{ prototype }, methods] of [
  [StatementSync, ['run', 'get', 'all', 'iterate']],
  [DatabaseSync, ['exec']],
])
  for (const method of methods) {
    const original = prototype[method];
    prototype[method] = function (...parameters) {
      count += 1;
      if (count === Number(last)) process.kill(process.pid, 'SIGKILL');
      return original.apply(this, parameters);
    };
  }
await store.write({ fence, ...JSON.parse(change) });
process.stdout.write(`${count}\n`);
