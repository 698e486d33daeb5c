import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateData } from '../../src/generate/generate-data.ts';
import { readCron } from '../../src/runs/plan-jobs.ts';
import { everything, history, simulate, start } from '../support/simulate.ts';

describe('simulated runs', () => {
  it('gives the same records however many steps the clock takes', () => {
    const data = generateData({ now: new Date(start), scale: { jobs: 12, history: 100, transformations: 6 } });
    const whole = simulate(data, { resume: true });
    whole.clock.advance('12h');
    const want = JSON.stringify(everything(whole));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 7_200_000 }), { minLength: 1, maxLength: 40 }), (steps) => {
        const other = simulate(data, { resume: true });
        let left = 12 * 3_600_000;
        for (const step of steps) {
          other.clock.advance(Math.min(step, left));
          left -= Math.min(step, left);
        }
        other.clock.advance(left);
        expect(JSON.stringify(everything(other))).toBe(want);
        other.store.close();
      }),
      { numRuns: 15 },
    );
    const another = simulate(data, { resume: true, seed: 2 });
    another.clock.advance('12h');
    expect(JSON.stringify(everything(another))).not.toBe(want);
  });

  it('continues where generated data ends, with the active runs', () => {
    const data = generateData({ now: new Date(start), scale: { jobs: 120, history: 500 } });
    const { clock, store } = simulate(data, { resume: true });
    const running = history(store).filter(({ status }) => status === 'RUNNING');
    expect(running.length).toBeGreaterThan(0);
    expect(history(store)).toHaveLength(500 + running.length);
    for (const { JobName, ScheduledCron } of data.jobs) {
      const last = history(store).findLast(({ jobname }) => jobname === JobName);
      if (ScheduledCron === '' || last === undefined) continue;
      expect(readCron(String(ScheduledCron)).next(Date.parse(String(last['runstartdate'])))).toBeGreaterThan(
        clock.now().getTime(),
      );
    }
    clock.advance('9h');
    const ids = new Set(running.map(({ historyid }) => historyid));
    const ended = history(store).filter(({ historyid }) => ids.has(historyid));
    expect(ended).toHaveLength(running.length);
    for (const { runenddate } of ended) expect(runenddate).not.toBeNull();
  });
});
