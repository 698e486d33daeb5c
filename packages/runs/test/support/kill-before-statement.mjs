// Opens the store that the first argument names, makes the change of the second one if it is not empty, and kills itself before
// the statement with the number of the third. Without a change, the statements are those of the migration. Prints how many
// statements there were if it was not killed.
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';

const [file, change, last] = process.argv.slice(2);
let count = 0;
function countStatements() {
  for (const [{ prototype }, methods] of [
    [StatementSync, ['run', 'get', 'all', 'iterate']],
    [DatabaseSync, ['exec']],
  ])
    for (const method of methods) {
      const original = prototype[method];
      prototype[method] = function (...parameters) {
        // A migration is a text of several statements.
        const statements =
          method === 'exec' ? parameters[0].split(';').filter((sql) => sql.trim() !== '') : [undefined];
        let result;
        for (const sql of statements) {
          count += 1;
          if (count === Number(last)) process.kill(process.pid, 'SIGKILL');
          result = original.apply(this, sql === undefined ? parameters : [sql]);
        }
        return result;
      };
    }
}
if (change === '') {
  countStatements();
  await openSqliteStore(file, { environment: 'production' }).close();
} else {
  const store = openSqliteStore(file, { exclusive: true });
  const { fence } = await store.begin();
  countStatements();
  await store.write({ fence, ...JSON.parse(change) });
}
process.stdout.write(`${count}\n`);
