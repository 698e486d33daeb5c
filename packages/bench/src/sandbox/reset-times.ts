/**
 * In a fresh process: times `reset()` of a sandbox with the given number of history records, two hundred times, each
 * time after real work.
 */
import { createSandbox } from '@syncline/sandbox';

const rounds = 200;
const sandbox = createSandbox({
  clock: { start: '2026-03-01T00:00:00Z' },
  scale: { history: Number(process.argv[2]) },
});
const headers = { [sandbox.credentials.apiKey.headerName]: sandbox.credentials.apiKey.value };
const ask = async (path: string): Promise<number> => {
  const response = await sandbox.fetch(sandbox.urls.odata + path, { headers });
  await response.arrayBuffer();
  return response.status;
};

const wall: number[] = [];
const cpu: number[] = [];
for (let round = -20; round < rounds; round++) {
  sandbox.faults.next('listConnectors', { status: 503 });
  sandbox.clock.advance('6h');
  sandbox.life?.start(sandbox.examples.JobName, 'tasksFailed');
  const statuses = [
    await ask('/history?$filter=runstartdate%20gt%202026-02-28T20:00:00Z&$orderby=runstartdate%20desc'),
    await ask('/connectors'),
    await ask('/connectors'),
  ];
  if (statuses.join() !== '200,503,200')
    throw new Error(`The requests returned unexpected statuses: ${statuses.join()}`);
  const before = process.cpuUsage();
  const start = performance.now();
  sandbox.reset();
  const took = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  if (round < 0) continue;
  wall.push(took);
  cpu.push((user + system) / 1000);
}
const share = (times: number[], part: number): number | undefined =>
  times.sort((a, b) => a - b)[Math.floor((times.length - 1) * part)];
console.log(
  JSON.stringify({ median: share(wall, 0.5), p95: share(wall, 0.95), cpu95: share(cpu, 0.95), most: share(wall, 1) }),
);
await sandbox.close();
