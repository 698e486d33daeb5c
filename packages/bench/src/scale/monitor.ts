/**
 * `syncline monitor` on a store that exists, with a service whose history has 1,000 runs that change with each tick. Says
 * how long the start took, and answers `facts` with its memory and with how long the event loop was blocked since then.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openEnvironment } from '@syncline/ops';
import { runMonitor } from '@syncline/ops/monitor';
import { ready } from '../harness/server.ts';
import { peakMiB } from './peak.ts';

const [file = ''] = process.argv.slice(2);
/** What the event loop waited for at most: for our code, but also for a core and for the disk. */
const delays = monitorEventLoopDelay({ resolution: 1 });
let ticks = 0;
let problem = '';
let longest = 0;
let turn = 0;
/** The processor time of the main thread between two turns of the loop. Waiting for a core or for the disk does not count. */
function watchTurn(): void {
  const { user, system } = process.threadCpuUsage();
  longest = Math.max(longest, (user + system - turn) / 1_000);
  turn = user + system;
}
const began = performance.now();
const environment = await openEnvironment({ file, variables: { SCALE_TOKEN: 'a token of the bench' } });
await runMonitor({
  environment,
  signal: new AbortController().signal,
  port: 0,
  interval: '1s',
  definitionsEvery: '0s',
  onListening: (url) => {
    const started = performance.now() - began;
    ready({ url, started }, (line) => {
      if (line === 'watch') {
        delays.enable();
        delays.reset();
        watchTurn();
        longest = 0;
        setInterval(watchTurn, 1).unref();
        return {};
      }
      return {
        ticks,
        problem,
        blockedMs: delays.max / 1e6,
        busyMs: longest,
        peakMiB: peakMiB(),
      };
    });
  },
  consumers: [
    (tick) => {
      ticks += 1;
      if (tick.problem !== undefined) problem = tick.problem.message;
    },
  ],
});
