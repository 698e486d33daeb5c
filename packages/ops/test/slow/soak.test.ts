import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { basic } from '@syncline/auth';
import { createODataClient, type Transport } from '@syncline/client';
import { systemClock } from '@syncline/core/internal';
import { defineOutcomes } from '@syncline/runs';
import { prometheusText } from '@syncline/runs/metrics';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { expect, test } from 'vitest';
import { Monitor } from '../../src/monitor/monitor.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const [jobs, days, ticksADay] = [60, 16, 48];
const day = 86_400_000;

test('memory is flat over two virtual weeks, with one request per tick', async () => {
  let now = Date.parse('2026-03-02T00:00:00Z');
  let [count, requests, started] = [0, 0, 0];
  let records: object[] = [];
  // The test provides its own service, because a sandbox in this process would keep a log of requests.
  const service = async () => {
    requests += 1;
    const headers = { 'content-type': 'application/json', date: new Date(now).toUTCString() };
    return new Response(JSON.stringify({ value: records }), { headers });
  };
  const odata = createODataClient({
    baseUrl: 'https://sync.example.com/app',
    credential: basic({ username: 'user', password: 'password' }),
    fetch: service as unknown as Transport,
  });
  const store = openSqliteStore(':memory:', { environment: 'production' });
  const monitor = await Monitor.open({
    environment: {
      name: 'production',
      odata,
      v2: undefined,
      classify: defineOutcomes({ succeeded: ['SUCCESS'], failed: ['FAILED'], running: ['RUNNING'] }),
      history: { key: 'historyid', job: 'jobname', status: 'status', start: 'runstartdate', timeZone: 'UTC' } as never,
      // The service applies no filter, so that only its limit shows that it leaves nothing out.
      pageCap: 1_000,
      freshness: [{ jobs: '*', errorAfter: '1d' }],
      lint: {},
      store: undefined,
      close: () => Promise.resolve(),
    },
    store,
    clock: { ...systemClock, now: () => now, date: () => now },
    windowMs: day,
    definitionsMs: 0,
  });
  const heaps: number[] = [];
  for (let at = 0; at < days; at += 1) {
    for (let tick = 0; tick < ticksADay; tick += 1) {
      now += day / ticksADay;
      for (let each = 0; each < jobs / 4; each += 1, count += 1) {
        const status = count % 20 === 0 ? 'FAILED' : 'SUCCESS';
        const runstartdate = new Date(now - 60_000 * each).toISOString();
        records.push({ historyid: `run-${count}`, jobname: `Job ${count % jobs}`, status, runstartdate });
      }
      records = records.slice((-8 * jobs) / 4);
      const { problem, events } = await monitor.tick();
      expect(problem).toBeUndefined();
      started += events.filter((event) => 'run' in event).length;
      // Objects that were read through weak references stay alive until the next turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
    prometheusText({ families: () => [...monitor.metrics.steady(), ...monitor.metrics.moving()] });
    await monitor.report();
    await store.prune({ before: now - 9 * day });
    for (let round = 0; round < 3; round += 1) collect();
    heaps.push(process.memoryUsage().heapUsed);
  }
  expect(started).toBe(count);
  // The first tick also reads earlier runs, and sends one more request to check that the service returns all records.
  expect(requests).toBeLessThanOrEqual(days * ticksADay + 2);
  // After nine days, pruning keeps the store at the same size. From then on, only the metrics grow: they remember every
  // run, up to 100,000, so that none is counted twice.
  const growth = Math.max(...heaps.slice(10)) - (heaps[9] ?? 0);
  expect(growth).toBeLessThan(2_500_000);
  await store.close();
}, 600_000);
