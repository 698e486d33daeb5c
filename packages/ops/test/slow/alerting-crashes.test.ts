import { expect, test } from 'vitest';
import { CrashPlan } from '@syncline/testing';
import { byJob, liveThroughWeek, problemsOf, randomOf } from '../support/alert-week.ts';

const small = { seed: 3, jobs: 3, hours: 10, together: 2 };

test('a day of 12 jobs under kills and faults: no transition is lost, and none has two ids', async () => {
  const week = { seed: 1, jobs: 12, hours: 24 };
  const whole = await liveThroughWeek(week);
  expect(whole.arrivals.length).toBeGreaterThan(15);
  const random = randomOf(9);
  const plan = () => new CrashPlan(1 + Math.floor(random() * 40), random() < 0.5 ? 'before' : 'after');
  const answer = () => (random() < 0.1 ? 503 : random() < 0.05 ? ('drop' as const) : 204);
  const killed = await liveThroughWeek({ ...week, plan, answer });
  expect(killed.processes).toBeGreaterThan(15);
  expect(problemsOf(killed.arrivals)).toEqual([]);
  expect(byJob(killed.arrivals)).toEqual(byJob(whole.arrivals));
  expect([killed.waiting, killed.open]).toEqual([[], whole.open]);
});

test('a kill at a call of the store or the network changes nothing (some of them; the slow suite has all)', async () => {
  const whole = await liveThroughWeek(small);
  for (let at = 1; at <= whole.calls; at += 41)
    for (const when of ['before', 'after'] as const) {
      let plans = [new CrashPlan(at, when)];
      const killed = await liveThroughWeek({ ...small, plan: () => plans.pop() ?? new CrashPlan() });
      plans = [];
      expect(killed.processes, `${when} call ${at}`).toBe(2);
      expect(byJob(killed.arrivals), `${when} call ${at}`).toEqual(byJob(whole.arrivals));
      expect(problemsOf(killed.arrivals)).toEqual([]);
    }
});

test.each([2, 7, 500])('the messages do not depend on how many events are handled together (%i)', async (together) => {
  const week = { seed: 1, jobs: 12, hours: 24 };
  const [whole, other] = [await liveThroughWeek(week), await liveThroughWeek({ ...week, together })];
  expect(other.arrivals.length).toBeGreaterThan(15);
  expect(byJob(other.arrivals)).toEqual(byJob(whole.arrivals));
  expect(other.open).toEqual(whole.open);
});
