// Writes one change after the other to the store that the first argument names, and prints the number of each one.
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';

const store = openSqliteStore(process.argv[2], { exclusive: true });
try {
  for (;;) {
    const { fence, state } = await store.begin();
    const number = Number(state ?? 0) + 1;
    const id = String(number);
    const [job, outcome] = [
      `job ${number % 3}`,
      number % 5 === 0 ? 'failed' : number % 5 === 1 ? 'running' : 'succeeded',
    ];
    const run = { job, outcome, status: 'ANY', start: number * 600_000, version: id, firstSeen: number };
    await store.write({
      fence,
      state: id,
      runs: Array.from({ length: 5 }, (_, n) => ({
        ...run,
        key: `${id}-${n}`,
        raw: JSON.stringify({ n, text: 'x'.repeat(2_000) }),
      })),
      events: [{ id, type: 'started', key: `${id}-0`, at: number, data: '{}' }],
      at: number,
    });
    process.stdout.write(`${number}\n`);
  }
} catch (error) {
  process.stdout.write(`error ${error.code} ${error.reason}\n`);
}
