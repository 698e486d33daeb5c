import { describe, expect, it } from 'vitest';
import { createLife } from '../../src/runs/life.ts';
import { openNodeSqlite } from '../../src/listen/create-sandbox.ts';
import { createStore } from '../../src/store/store.ts';
import { createClock } from '../../src/time/clock.ts';

const job = { JobId: 'j1', JobName: 'A', Source: 'CRM', Scheduled: 'true', ScheduledCron: '*/15 * * * *' };

describe('the bounds of simulated runs', () => {
  it('writes the store each 5,000 runs, so that memory stays flat', () => {
    const every = { ...job, ScheduledCron: '* * * * *' };
    const clock = createClock({ start: '2026-03-01T00:00:30Z', running: false });
    const store = createStore(openNodeSqlite(), { jobs: [every] });
    const pieces: number[] = [];
    const life = createLife({
      store: {
        ...store,
        addHistory(records) {
          const all = [...records];
          pieces.push(all.length);
          return store.addHistory(all);
        },
      },
      clock,
      script: { outcomes: { zeroRows: 1 } },
    });
    clock.advance('8d');
    life.close();
    expect(pieces[0]).toBe(5000);
    expect(Math.max(...pieces)).toBe(5000);
    expect(pieces.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(5000);
  });
});
