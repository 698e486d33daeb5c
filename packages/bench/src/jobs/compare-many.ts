/** Takes snapshots of many jobs in a separate process, compares them, and prints the times and the memory. */
import { compareSnapshots, takeSnapshot } from '@syncline/jobs';
import { median } from '../harness/statistics.ts';
import { manyJobs } from './many-jobs.ts';

const [count = '10000', rounds = '5'] = process.argv.slice(2);
const inventory = manyJobs(Number(count));
const start = performance.now();
const before = await takeSnapshot(inventory);
const taken = performance.now() - start;
const after = await takeSnapshot({
  ...inventory,
  entries: inventory.entries.map((entry, index) =>
    entry.kind === 'read' && index % 10 === 0 ? { ...entry, job: { ...entry.job, BatchSize: '5000' } } : entry,
  ),
});
const times: number[] = [];
let changed = 0;
for (let round = 0; round <= Number(rounds); round += 1) {
  const begun = performance.now();
  changed = compareSnapshots(before, after).changed.length;
  times.push(performance.now() - begun);
}
const [first = 0, ...later] = times;
const peakMiB = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ taken, first, later: median(later), changed, peakMiB }));
