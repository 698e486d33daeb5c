import { describe, expect, it } from 'vitest';
import { createLife } from '../../src/runs/life.ts';
import { openNodeSqlite } from '../../src/listen/create-sandbox.ts';
import { type Store, createStore } from '../../src/store/store.ts';
import { createClock } from '../../src/time/clock.ts';

const job = { JobId: 'j1', JobName: 'A', Source: 'CRM', Scheduled: 'true', ScheduledCron: '*/15 * * * *' };

function simulate(jobs: readonly (typeof job)[] = [job], start = '2026-03-01T10:07:30Z') {
  const clock = createClock({ start, running: false });
  const store = createStore(openNodeSqlite(), { jobs });
  /** The number of times that the store was written. */
  let writes = 0;
  const observed: Store = {
    ...store,
    transaction: (work) => {
      writes += 1;
      return store.transaction(work);
    },
  };
  const life = createLife({ store: observed, clock, script: { outcomes: { success: 1 } } });
  const rows = (): { historyid: string; status: string; runstartdate: string }[] => {
    const { text, rest = [] } = store.list('history', {});
    return JSON.parse(`[${text}${[...rest].join('')}]`) as {
      historyid: string;
      status: string;
      runstartdate: string;
    }[];
  };
  return { clock, store, life, rows, writes: () => writes };
}

describe('the bounds of simulated runs', () => {
  it('a run starts exactly when it is due, not a millisecond before', () => {
    const { clock, rows } = simulate();
    clock.advance(7.5 * 60_000 - 1);
    expect(rows()).toEqual([]);
    clock.advance(1);
    expect(rows().map(({ runstartdate }) => runstartdate)).toEqual(['2026-03-01T10:15:00.000Z']);
  });

  it('two runs that are due at the same time both start', () => {
    const { clock, rows } = simulate([job, { ...job, JobId: 'j2', JobName: 'B' }]);
    clock.advance(7.5 * 60_000);
    expect(rows()).toHaveLength(2);
  });

  it('does nothing while nothing is due', () => {
    const { clock, life, writes } = simulate();
    const before = writes();
    life.settle();
    clock.advance('1m');
    expect(writes()).toBe(before);
    clock.advance('10m');
    expect(writes()).toBe(before + 1);
  });

  it('a start finds the run that began on schedule in the meantime', () => {
    let nowMs = Date.parse('2026-03-01T10:07:30Z');
    const store = createStore(openNodeSqlite(), { jobs: [job] });
    // A running clock moves without notifying its listeners.
    const clock = { ...createClock({ running: false }), now: () => new Date(nowMs), onAdvance: () => () => undefined };
    const life = createLife({ store, clock, script: { jobs: { A: ['stuck'] } } });
    nowMs = Date.parse('2026-03-01T10:15:01Z');
    const historyId = life.start('A');
    expect(store.jobStatus('j1').map((record) => record.history_id)).toEqual([historyId]);
    expect(store.jobStatus('j1')[0]).toMatchObject({ run_start_at: '2026-03-01T10:15:00.000Z' });
  });

  it('a reset forgets the runs that were active', () => {
    const { clock, store, life, rows } = simulate();
    const historyId = life.start('A', 'stuck');
    store.reset();
    life.reset();
    expect(rows()).toEqual([]);
    clock.advance('3h');
    expect(rows().map(({ historyid }) => historyid)).not.toContain(historyId);
    expect(rows().length).toBeGreaterThan(5);
  });

  it('a closed simulation changes nothing anymore', () => {
    const { clock, life, rows, writes } = simulate();
    life.close();
    const before = writes();
    clock.advance('1d');
    life.settle();
    expect([rows(), writes()]).toEqual([[], before]);
  });

  it('refuses a script before anything is planned', () => {
    const store = createStore(openNodeSqlite(), { jobs: [job] });
    const clock = createClock({ running: false });
    expect(() => createLife({ store, clock, script: { jobs: { A: [] } } })).toThrow(
      'life.jobs["A"] must list at least one outcome',
    );
  });
});
