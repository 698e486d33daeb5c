import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRunner, errorMessage, formatRuntime, nextChange, planRun, viewRun } from '../../src/runs/run.ts';
import { defaultWeights, type ScriptedOutcome } from '../../src/runs/script.ts';
import { planTasks, taskRecord, type TaskRunner } from '../../src/runs/task-run.ts';

describe('a run', () => {
  const outcomes = Object.keys(defaultWeights) as ScriptedOutcome[];
  const runs = fc
    .record({
      id: fc.string(),
      period: fc.integer({ min: 60_000, max: 604_800_000 }),
      start: fc.integer({ min: 0, max: 4e12 }),
      seed: fc.maxSafeInteger(),
      outcome: fc.constantFrom(...outcomes),
    })
    .map(({ id, period, start, seed, outcome }) =>
      planRun(createRunner({ jobId: id, jobName: id, source: 's' }, period, seed), start, seed, outcome),
    );

  it('only makes progress: rows and tasks grow, and it ends once', () => {
    fc.assert(
      fc.property(runs, (run) => {
        let at = run.startMs;
        let rows = 0;
        for (let steps = 0; at !== Number.POSITIVE_INFINITY; steps++) {
          const view = viewRun(run, at);
          expect(view.ended).toBe(at >= run.endMs);
          expect(view.status === 'RUNNING').toBe(!view.ended);
          expect(view.rows).toBeGreaterThanOrEqual(rows);
          rows = view.rows;
          const next = nextChange(run, at);
          expect(next).toBeGreaterThan(at);
          if (next !== Number.POSITIVE_INFINITY) expect(viewRun(run, next - 1)).toEqual(view);
          expect(steps).toBeLessThan(30);
          at = next;
        }
        expect(rows).toBe(run.rows);
      }),
    );
  });

  it('moves no rows if it failed or had none to move, and ends early if it failed or was cancelled', () => {
    fc.assert(
      fc.property(runs, (run) => {
        if (run.outcome === 'failed' || run.outcome === 'zeroRows') expect(run.rows).toBe(0);
        if (run.outcome === 'failed') expect(run.done).toBe(0);
        if (run.outcome === 'failed') expect(run.endMs - run.startMs).toBeLessThanOrEqual(Math.max(1000, run.stepMs));
        if (run.outcome === 'cancelled')
          expect(run.endMs - run.startMs).toBeLessThanOrEqual((run.done + 1) * run.stepMs);
        if (run.outcome === 'stuck') expect(run.endMs - run.startMs).toBeGreaterThanOrEqual(8 * 3_600_000);
      }),
    );
  });

  it('is followed by tasks one after the other until one fails, and by none if it failed itself', () => {
    const tasks = ['t/1', 't/2', 't/3'].map((key): TaskRunner => ({ key, taskId: key, table: '', query: '' }));
    let failures = 0;
    fc.assert(
      fc.property(runs, fc.maxSafeInteger(), (run, seed) => {
        const planned = planTasks(tasks, run, seed);
        if (run.outcome !== 'success' && run.outcome !== 'tasksFailed') return void expect(planned).toEqual([]);
        const failed = planned.findIndex((task) => task.failed);
        if (failed >= 0) failures++;
        expect(planned).toHaveLength(failed < 0 ? 3 : failed + 1);
        planned.forEach(({ startMs }, index) => expect(startMs).toBe(planned[index - 1]?.endMs ?? run.endMs));
      }),
      { numRuns: 500 },
    );
    expect(failures).toBeGreaterThan(0);
  });

  it('describes its outcome', () => {
    const runner = { ...createRunner({ jobId: 'j', jobName: 'J', source: 's' }, 3_600_000, 1), tasks: 13 };
    const end = (outcome: ScriptedOutcome): string => {
      const run = planRun(runner, 0, 1, outcome);
      const { status, details } = viewRun(run, run.endMs);
      return `${status.replace(/^\d+/, 'n')}: ${details.replace(/\d+/g, 'n')}`;
    };
    expect(end('success')).toBe('SUCCESS: n Records Affected');
    expect(end('zeroRows')).toBe('SUCCESS: No changes since the last run');
    expect(end('tasksFailed')).toMatch(/^n of 13 Tasks Failed: ./);
    expect(end('failed')).toMatch(/^FAILED: ./);
    expect(end('cancelled')).toBe('CANCELLED: Cancelled by an operator after n of n Tasks');
    expect(end('stuck')).toBe('CANCELLED: No progress after n of n Tasks; ended by the watchdog');
  });

  const runnerOf = (tasks: number, id = 'j') => ({
    ...createRunner({ jobId: id, jobName: 'J', source: 's' }, 3_600_000, 1),
    tasks,
  });

  it('fails completely if it has no second task that could succeed', () => {
    const outcomesOf = (tasks: number) => outcomes.map((outcome) => planRun(runnerOf(tasks), 0, 1, outcome).outcome);
    expect(outcomesOf(2)).toEqual(outcomes);
    expect(outcomesOf(1)).toEqual(outcomes.map((outcome) => (outcome === 'tasksFailed' ? 'failed' : outcome)));
  });

  it('has moved its share of the rows after each task', () => {
    const run = planRun(runnerOf(4), 0, 1, 'success');
    const rows = [0, 1, 2, 3].map((task) => viewRun(run, run.startMs + task * run.stepMs).rows);
    expect(rows).toEqual([0, 1, 2, 3].map((task) => Math.floor((run.rows * task) / 4)));
    expect(rows[1]).toBeGreaterThan(0);
    const failed = planRun(runnerOf(4), 0, 1, 'failed');
    expect(viewRun(failed, failed.startMs)).toMatchObject({ rows: 0, details: '0 of 4 Tasks Completed' });
  });

  it('runs on one of three instances', () => {
    const instances = Array.from({ length: 40 }, (_, id) => planRun(runnerOf(1, `${id}`), 0, 1, 'success').instance);
    expect([...new Set(instances)].sort()).toEqual(['sync-01', 'sync-02', 'sync-03']);
  });

  it('fails for a reason', () => {
    const reasons = Array.from({ length: 14 }, (_, number) => errorMessage(number));
    for (const reason of reasons) expect(reason).toMatch(/^\S.{20,}\.$/);
    expect(new Set(reasons).size).toBe(7);
  });

  it.each([
    [99, undefined],
    [100, { status: 'RUNNING', details: 'Query sent', affected_rows: 0, runtime: '00:00:00' }],
    [2099, { status: 'RUNNING', details: 'Query sent', affected_rows: 0, runtime: '00:00:00' }],
    [2100, { status: 'SUCCESS', details: '5 Rows Affected', affected_rows: 5, runtime: '00:00:02' }],
  ])('shows a task at %d ms', (nowMs, record) => {
    const task = { key: 't/1', taskId: '1', table: 'a', query: 'b' };
    const taskRun = { task, run: planRun(runnerOf(1), 0, 1, 'success'), startMs: 100, endMs: 2100, rows: 5 };
    const shown = taskRecord({ ...taskRun, failed: false }, nowMs);
    if (record === undefined) expect(shown).toBeUndefined();
    else expect(shown).toMatchObject({ task_id: '1', table: 'a', query: 'b', ...record });
    const failing = taskRecord({ ...taskRun, rows: 0, failed: true }, nowMs);
    const ends = record?.status === 'SUCCESS';
    expect(failing?.['status']).toBe(ends ? 'FAILED' : record?.status);
    if (ends) expect(failing?.['details']).toMatch(/^\S.{20,}\.$/);
    else expect(failing?.['details']).toBe(record?.details);
  });

  it.each([
    [0, '00:00:00'],
    [83_999, '00:01:23'],
    [3_600_000 * 100, '100:00:00'],
  ])('writes %d ms as %s', (milliseconds, want) => {
    expect(formatRuntime(milliseconds)).toBe(want);
  });
});
