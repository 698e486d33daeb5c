// Tracks a world on the store that the first argument names, and prints the id and the text of each event. After as many
// events as the second argument says, it waits until it is killed.
import { createTracker } from '../../src/index.ts';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { day, hour, origin, RunWorld, versionText } from './run-world.ts';
import { classify } from './wait-set-up.ts';

process.stdout.on('error', () => process.exit());
const world = new RunWorld(5, { jobs: 3, days: 2 });
const store = openSqliteStore(process.argv[2]);
// The service's time never goes back: nothing has changed in the world since the last event.
let now = Math.max(origin, ...(await store.readEvents(0, 1e6)).map(({ at }) => at));
const clock = {
  now: () => now,
  date: () => now,
  wait: (ms, callback) => (ms > 10_000 ? () => {} : (setImmediate(callback), () => {})),
};
let left = Number(process.argv[3]);
const tracker = createTracker({ source: world.source(clock), classify, store, since: origin, clock });
for (; now < world.end + day; now += hour / 4) {
  await tracker.tick();
  for await (const { event, ack } of tracker.events({ consumer: 'test', follow: false })) {
    process.stdout.write(`${event.id} ${event.type} ${'run' in event ? versionText(event.run) : ''}\n`);
    left -= 1;
    if (left === 0) await new Promise((resolve) => setInterval(resolve, 2 ** 31 - 1));
    await ack();
  }
}
await store.close();
