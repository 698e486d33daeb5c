import { describe, expect, it, vi } from 'vitest';
import { createClock } from '../../src/time/clock.ts';
import { createLife } from '../../src/runs/life.ts';
import { openNodeSqlite } from '../../src/listen/create-sandbox.ts';
import { createStore } from '../../src/store/store.ts';
import { stopTime } from '../support/fake-time.ts';
import { history, simulate } from '../support/simulate.ts';

const job = (JobName: string, ScheduledCron = '*/15 * * * *') => ({
  JobId: `id-${JobName}`,
  JobName,
  Source: 'CRM',
  Scheduled: 'true',
  ScheduledCron,
});

describe('simulated runs', () => {
  it('runs jobs on their schedule as the clock moves, and no others', () => {
    const { clock, store } = simulate(
      { jobs: [job('A'), { ...job('B'), Scheduled: 'false' }, { JobName: 'C' }] },
      { script: { outcomes: { success: 1 } } },
    );
    clock.advance('1h');
    expect(history(store).map(({ jobname, runstartdate }) => [jobname, runstartdate])).toEqual(
      ['10:15', '10:30', '10:45', '11:00'].map((at) => ['A', `2026-03-01T${at}:00.000Z`]),
    );
    expect(store.jobStatus('id-A').map(({ history_id }) => history_id)).toEqual(
      history(store).map(({ historyid }) => historyid),
    );
    expect(store.jobStatus('id-B')).toEqual([]);
  });

  it('shows the begin, progress and end of a run in history and status', () => {
    const { clock, store } = simulate({ jobs: [job('A', '0 12 * * *')] }, { script: { outcomes: { success: 1 } } });
    clock.advance('1h53m');
    const seen: string[] = [];
    const details = new Set<unknown>();
    let rows = 0;
    for (let steps = 0; steps < 200; steps++) {
      const [record] = history(store);
      const [status] = store.jobStatus('id-A');
      expect(status).toMatchObject({
        history_id: record?.['historyid'],
        status: record?.['status'],
        details: record?.['details'],
        records_affected: record?.['recordsaffected'],
        runtime: record?.['runtime'],
      });
      if (record !== undefined && record['status'] !== seen.at(-1)) seen.push(String(record['status']));
      details.add(record?.['details']);
      if (record?.['status'] === 'RUNNING') expect(record['runenddate']).toBeNull();
      expect(Number(record?.['recordsaffected'] ?? 0)).toBeGreaterThanOrEqual(rows);
      rows = Number(record?.['recordsaffected'] ?? 0);
      clock.advance('30s');
    }
    expect(seen).toEqual(['RUNNING', 'SUCCESS']);
    expect(details.size).toBeGreaterThan(3);
    expect(rows).toBeGreaterThan(0);
    expect(history(store)).toHaveLength(1);
  });

  it('adds nothing to your own data before the clock moves', () => {
    const { store } = simulate({ jobs: [job('A')], jobStatus: { 'id-A': [{ status: 'RUNNING' }] } });
    expect(history(store)).toEqual([]);
    expect(store.jobStatus('id-A')).toEqual([{ status: 'RUNNING' }]);
  });

  it('follows the script of a job run by run and repeats its last outcome', () => {
    const { clock, store } = simulate(
      { jobs: [job('A', '0 */12 * * *')] },
      { script: { jobs: { A: ['failed', 'stuck', 'success'] } } },
    );
    clock.advance('3d');
    expect(history(store).map(({ status }) => status)).toEqual([
      'FAILED',
      'CANCELLED',
      'SUCCESS',
      'SUCCESS',
      'SUCCESS',
      'SUCCESS',
    ]);
  });

  it('never runs a job twice at once: starts during a stuck run are skipped', () => {
    const { clock, store } = simulate({ jobs: [job('A')] }, { script: { jobs: { A: ['stuck', 'success'] } } });
    clock.advance('8h');
    expect(history(store).map(({ status }) => status)).toEqual(['RUNNING']);
    clock.advance('1h');
    const [stuck, next] = history(store);
    expect(stuck).toMatchObject({ status: 'CANCELLED', runenddate: '2026-03-01T18:15:00.000Z' });
    expect(next).toMatchObject({ runstartdate: '2026-03-01T18:15:00.000Z' });
  });

  it('keeps the newest 25 status records and task records, the running one among them', () => {
    const { clock, store } = simulate(
      { jobs: [job('A')], taskHistory: { 't/1': [] } },
      { script: { outcomes: { success: 1 } } },
    );
    clock.advance('2d');
    expect(history(store)).toHaveLength(192);
    expect(store.jobStatus('id-A')).toHaveLength(25);
    expect(store.jobStatus('id-A').at(-1)?.['history_id']).toBe(history(store).at(-1)?.['historyid']);
    expect(store.taskHistory('t/1')).toHaveLength(25);
    while (store.jobStatus('id-A').at(-1)?.['status'] !== 'RUNNING') clock.advance('10s');
    expect(store.jobStatus('id-A')).toHaveLength(25);
  });

  it('runs transformations after the job that their last record names', () => {
    const tasks = {
      'tr%2F1/load': [{ job_history_id: 'h1', table: 'orders', query: 'SELECT 1' }],
      'tr%2F1/publish': [{ job_history_id: 'h1' }],
    };
    const { clock, store } = simulate(
      { jobs: [job('A'), job('B', '0 11 * * *')], jobStatus: { 'id-B': [{ history_id: 'h1' }] }, taskHistory: tasks },
      { script: { outcomes: { success: 1 } } },
    );
    clock.advance('24h');
    const run = history(store).find(({ jobname }) => jobname === 'B')!;
    const [, load] = store.taskHistory('tr%2F1/load');
    expect(load).toMatchObject({
      task_id: 'load',
      job_history_id: run['historyid'],
      table: 'orders',
      query: 'SELECT 1',
      run_start_at: run['runenddate'],
      status: 'SUCCESS',
    });
    const [, publish] = store.taskHistory('tr%2F1/publish');
    expect(publish).toMatchObject({ job_history_id: run['historyid'], run_start_at: load!['run_end_at'] });
  });

  it('shows each task begin and end, each one after the one before it', () => {
    const { clock, store, life } = simulate({
      jobs: [{ ...job('A'), Scheduled: 'false' }],
      taskHistory: { 't/1': [], 't/2': [] },
    });
    life.start('A', 'success');
    const seen = new Set<string>();
    for (let steps = 0; steps < 6000 && store.taskHistory('t/2')[0]?.['status'] !== 'SUCCESS'; steps++) {
      clock.advance('500ms');
      seen.add(['t/1', 't/2'].map((key) => store.taskHistory(key)[0]?.['status'] ?? 'none').join(' '));
    }
    expect([...seen]).toEqual(['none none', 'RUNNING none', 'SUCCESS RUNNING', 'SUCCESS SUCCESS']);
  });

  it('starts a job, and returns the active run if there is one', () => {
    const { clock, store, life } = simulate({ jobs: [{ ...job('A'), Scheduled: 'false' }] });
    const id = life.start('A', 'tasksFailed');
    expect(life.start('A')).toBe(id);
    expect(history(store)).toMatchObject([
      { historyid: id, status: 'RUNNING', runstartdate: '2026-03-01T10:07:30.000Z' },
    ]);
    clock.advance('1d');
    expect(history(store)[0]!['status']).toMatch(/^(\d+ of \d+ Tasks Failed|FAILED)$/);
    expect(life.start('A')).not.toBe(id);
    expect(() => life.start('Z')).toThrow('job must be the name of a job, found "Z"');
  });

  it('catches up with a running clock when it settles', () => {
    stopTime();
    const clock = createClock({ start: '2026-03-01T10:14:59.990Z', running: true });
    const store = createStore(openNodeSqlite(), { jobs: [job('A')] });
    const life = createLife({ store, clock });
    life.settle();
    expect(history(store)).toEqual([]);
    vi.advanceTimersByTime(40);
    life.settle();
    expect(history(store)).toMatchObject([{ status: 'RUNNING' }]);
  });

  it('starts again after a reset, and writes nothing after close', () => {
    const { clock, store, life } = simulate({ jobs: [job('A')] }, { script: { jobs: { A: ['failed', 'success'] } } });
    clock.advance('20m');
    store.reset();
    life.reset();
    expect(history(store)).toEqual([]);
    clock.advance('15m');
    expect(history(store)).toMatchObject([{ status: 'FAILED', runstartdate: '2026-03-01T10:30:00.000Z' }]);
    life.close();
    clock.advance('1d');
    expect(history(store)).toHaveLength(1);
  });

  it("rejects an invalid cron expression, with the job's name", () => {
    expect(() => simulate({ jobs: [job('A', 'at noon')] })).toThrow(
      /^jobs\["A"\]\.ScheduledCron must be a cron expression \(.+\), found "at noon"$/,
    );
  });
});
