/** Runs a command on a store in a process of its own, and prints how long it took without the start of Node. */
import { run } from '@syncline/cli';
import { peakMiB } from './peak.ts';

const [...args] = process.argv.slice(2);
process.env['SCALE_TOKEN'] = 'a token of the bench';
const began = performance.now();
const status = await run(args, { out: () => {}, err: console.error, colored: false });
const ms = performance.now() - began;
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ ms, cpu: (user + system) / 1_000, status, peakMiB: peakMiB() }));
process.exit(0);
