/** In a fresh process: times `reset()` of a sandbox with so many history records after each round of real work, two hundred times. */
import { createSandbox } from '@syncline/sandbox';

const rounds = 200;
const sandbox = createSandbox({ clock: { start: '2026-03-01T00:00:00Z' }, scale: { history: Number(process.argv[2]) } });
const headers = { [sandbox.credentials.apiKey.headerName]: sandbox.credentials.apiKey.value };
const ask = async (path: string): Promise<number> => {
  const response = await sandbox.fetch(sandbox.urls.odata + path, { headers });
  await response.arrayBuffer();
  return response.status;
};

const times: number[] = [];
for (let round = -20; round < rounds; round++) {
  sandbox.faults.next('listConnectors', { status: 503 });
  sandbox.clock.advance('6h');
  sandbox.life?.start(sandbox.examples.name, 'tasksFailed');
  const statuses = [await ask('/history?$filter=runstartdate%20gt%202026-02-28T20:00:00Z&$orderby=runstartdate%20desc'), await ask('/connectors'), await ask('/connectors')];
  if (statuses.join() !== '200,503,200') throw new Error(`the work went wrong: ${statuses.join()}`);
  const start = performance.now();
  sandbox.reset();
  if (round < 0) continue;
  times.push(performance.now() - start);
}
times.sort((a, b) => a - b);
console.log(JSON.stringify({ median: times[times.length >> 1], p95: times[Math.floor(times.length * 0.95)], most: times.at(-1) }));
await sandbox.close();
