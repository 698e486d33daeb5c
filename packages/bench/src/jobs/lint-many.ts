/** Lints many jobs in a separate process, once after the start and then again, and prints the times and the memory. */
import { lintJobs } from '@syncline/jobs';
import { median } from '../harness/statistics.ts';
import { everyRule, manyJobs } from './many-jobs.ts';

const [count = '10000', rounds = '5'] = process.argv.slice(2);
const before = process.memoryUsage().rss;
const inventory = manyJobs(Number(count));
const withJobs = process.memoryUsage().rss;
const times: number[] = [];
let findings = 0;
let firstCpu = 0;
let firstMiB = 0;
let results = 0;
for (let round = 0; round <= Number(rounds); round += 1) {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const { counts } = lintJobs(inventory, everyRule);
  times.push(performance.now() - start);
  const { user, system } = process.cpuUsage(cpu);
  if (round === 0) {
    firstCpu = (user + system) / 1000;
    firstMiB = process.resourceUsage().maxRSS / 1024;
  }
  results = counts.passed + counts.found + counts.notChecked;
  findings = counts.findings.error + counts.findings.warn + counts.findings.info;
}
const [first = 0, ...later] = times;
const mib = 1024 * 1024;
console.log(
  JSON.stringify({
    first,
    firstCpu,
    firstMiB,
    later: median(later),
    findings,
    results,
    emptyMiB: before / mib,
    jobsMiB: withJobs / mib,
    peakMiB: process.resourceUsage().maxRSS / 1024,
  }),
);
