import { expect, test } from 'vitest';
import { createRunMetrics, prometheusText } from '../../src/metrics/index.ts';
import { createRunLineage } from '../../src/openlineage/create-run-lineage.ts';
import { hour, origin } from '../support/run-world.ts';
import { drain, manual, runAt, setUp } from '../support/tracker-set-up.ts';
import { allRuns } from '../support/stored.ts';

test("the tracker's events give metrics and lineage as they are delivered", async () => {
  const { source, state } = manual({
    runs: [runAt('done', origin), runAt('open', origin + 1_000, 'RUNNING'), runAt('odd', origin + 2_000, 'RUNNING')],
  });
  const { tracker, clock, store } = setUp(() => source);
  const metrics = createRunMetrics({ jobs: [], clock });
  const lineage = createRunLineage({ namespace: 'test' });
  const written: string[] = [];
  const follow = async (): Promise<void> => {
    for (const event of await drain(tracker)) {
      metrics.observe(event);
      const key = 'run' in event ? event.run.key : '';
      for (const { eventType } of await lineage.eventsFor(event)) written.push(`${key} ${eventType}`);
    }
  };

  await tracker.tick();
  await follow();
  expect(written.sort()).toEqual(['done COMPLETE', 'done START', 'odd START', 'open START']);
  expect(prometheusText(metrics).body).toMatch(/^syncline_running_runs\{.*\} 2$/m);

  state.runs.splice(1, 2, runAt('open', origin + 1_000, 'FAILED'), runAt('odd', origin + 2_000, 'a new word'));
  clock.set(origin + hour);
  await tracker.tick();
  written.length = 0;
  await follow();
  expect(written.sort()).toEqual(['odd OTHER', 'open FAIL']);
  const { body } = prometheusText(metrics);
  for (const outcome of ['succeeded', 'failed', 'unknown'])
    expect(body).toMatch(new RegExp(`^syncline_runs_total\\{.*outcome="${outcome}"\\} 1$`, 'm'));
  expect(body).toMatch(/^syncline_running_runs\{.*\} 0$/m);

  const restarted = createRunMetrics({ clock });
  restarted.restore(await allRuns(store));
  const series = (text: string) => text.split('\n').filter((line) => line.startsWith('syncline_job_last_success'));
  expect(series(prometheusText(restarted).body)).toEqual(series(body));
});
