import { expect, test } from 'vitest';
import { createRunMetrics, prometheusText } from '../../src/metrics/index.ts';
import { createRunLineage } from '../../src/openlineage/create-run-lineage.ts';
import { day, origin, RunWorld } from '../support/run-world.ts';
import { drain, setUp } from '../support/tracker-set-up.ts';

test('metrics and lineage accept the events of a tracker unchanged', async () => {
  const world = new RunWorld(4, { jobs: 3, days: 1 }, { long: 0.2 });
  const { tracker, clock } = setUp((at) => world.source(at));
  const metrics = createRunMetrics({});
  const lineage = createRunLineage({ namespace: 'tests' });
  const types: unknown[] = [];
  for (let at = origin; at < world.end + day; at += day / 24) {
    clock.set(at);
    await tracker.tick();
    for (const event of await drain(tracker)) {
      metrics.observe(event);
      types.push(...(await lineage.eventsFor(event)).map(({ eventType }) => eventType));
    }
  }
  const { body } = prometheusText(metrics);
  const counts = [...body.matchAll(/^syncline_runs_total\{.*\} (\d+)$/gm)].map(([, count]) => Number(count));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(world.runs.length);
  expect(types.filter((type) => type === 'START')).toHaveLength(world.runs.length);
});
