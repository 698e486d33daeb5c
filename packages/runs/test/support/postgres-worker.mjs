// A worker in a process of its own. It takes a turn, then writes one change, and stops before the statement of the
// transaction whose number is the third argument; 0 stops before the transaction. It prints where it is, and goes on when a
// line arrives on its standard input.
import { createInterface } from 'node:readline';
import { openPostgresStore } from '../../src/postgres/index.ts';
import { connectPg } from './postgres-drivers.ts';
import { eventOf, runOf } from './stored.ts';

const [host, schema, stopAt] = process.argv.slice(2);
const lines = createInterface(process.stdin)[Symbol.asyncIterator]();
const pause = async (place) => {
  process.stdout.write(`${place}\n`);
  await lines.next();
};
const { database, close } = connectPg({ connection: { host, user: 'runs', database: 'postgres' } });
let isWriting = false;
const store = await openPostgresStore(
  {
    query: database.query,
    transaction: (work) =>
      database.transaction(async (query) => {
        let statements = 0;
        const value = await work(async (text, parameters) => {
          statements += 1;
          if (isWriting && statements === Number(stopAt)) await pause('stopped');
          return query(text, parameters);
        });
        if (isWriting && statements + 1 === Number(stopAt)) await pause('stopped');
        return value;
      }),
  },
  { schema, lease: '1s' },
);
const turn = await store.begin();
if (stopAt === '0') await pause('stopped');
isWriting = true;
const change = { state: 'child', runs: [runOf('child')], events: [eventOf('child')], at: 2_000 };
const result = await store.write({ fence: turn.fence, ...change }).then(
  () => 'written',
  (error) => error.code,
);
process.stdout.write(`${result}\n`);
await store.close();
await close();
process.exit();
