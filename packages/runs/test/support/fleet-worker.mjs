// A worker in a process of its own: it claims one environment after the other and polls each once, until its input ends.
import { createTracker, isFenceError, isStoreError } from '../../src/index.ts';
import { openPostgresStores } from '../../src/postgres/index.ts';
import { classify, environmentName, fleetSource } from './fleet.ts';
import { connectPg } from './postgres-drivers.ts';

const { fleet, host, schema, worker, lease, every, overlap, since } = JSON.parse(process.argv[2]);
let isStopped = false;
process.stdin.on('end', () => (isStopped = true)).resume();
const { database, close } = connectPg({ connection: { host, user: 'runs', database: 'postgres' } });
const environments = Array.from({ length: fleet.environments }, (_, number) => environmentName(number));
const stores = await openPostgresStores(database, { schema, environments, worker, lease, every });
while (!isStopped) {
  const store = await stores.claim();
  if (store === undefined) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    continue;
  }
  const { environment } = store;
  const source = fleetSource(fleet, environment);
  const tracker = createTracker({ source, classify, store, since, overlap, reconcileOver: overlap });
  const [at, began, cpu] = [Date.now(), performance.now(), process.cpuUsage()];
  try {
    const { rows, changed } = await tracker.tick();
    const { user, system } = process.cpuUsage(cpu);
    const facts = {
      worker,
      environment,
      at,
      ms: performance.now() - began,
      cpu: (user + system) / 1_000,
      rows,
      changed,
    };
    process.stdout.write(`${JSON.stringify(facts)}\n`);
  } catch (error) {
    // A machine that is too busy may exceed a time limit. The next poll continues from what was written.
    if (!isStoreError(error) && !isFenceError(error)) throw error;
    process.stderr.write(`${worker}: ${error.message}\n`);
  }
  await store.close();
}
await close();
process.exit();
