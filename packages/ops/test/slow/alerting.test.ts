import { expect, test } from 'vitest';
import { byJob, liveThroughWeek, problemsOf, randomOf } from '../support/alert-week.ts';
import { CrashPlan } from '../support/crash.ts';

const day = 24;

test('a kill at every call of alert handling and of delivery changes nothing', async () => {
  const small = { seed: 3, jobs: 3, hours: 10 };
  const whole = await liveThroughWeek(small);
  expect(whole.arrivals.length).toBeGreaterThan(3);
  for (let at = 1; at <= whole.calls; at += 1)
    for (const when of ['before', 'after'] as const) {
      const plans = [new CrashPlan(at, when)];
      const killed = await liveThroughWeek({ ...small, plan: () => plans.pop() ?? new CrashPlan() });
      expect(killed.processes, `${when} call ${at}`).toBe(2);
      expect(byJob(killed.arrivals), `${when} call ${at}`).toEqual(byJob(whole.arrivals));
      expect(problemsOf(killed.arrivals)).toEqual([]);
    }
});

test('a week of 1,000 jobs with kills, faults and a receiver that is down for a day', async () => {
  const week = { seed: 7, jobs: 1_000, hours: 7 * day };
  const whole = await liveThroughWeek(week);
  const random = randomOf(11);
  const plan = () => new CrashPlan(1 + Math.floor(random() * 6_000), random() < 0.5 ? 'before' : 'after');
  const answer = (hour: number) => {
    if (hour >= 3 * day && hour < 4 * day) return 'drop' as const;
    return random() < 0.02 ? 503 : 204;
  };
  const killed = await liveThroughWeek({ ...week, plan, answer });
  console.log(
    `${whole.arrivals.length} transitions, ${killed.arrivals.length} arrivals, ${killed.processes} processes`,
  );
  expect(killed.processes).toBeGreaterThan(50);
  expect(problemsOf(killed.arrivals)).toEqual([]);
  expect(byJob(killed.arrivals)).toEqual(byJob(whole.arrivals));
  expect([killed.waiting, killed.open]).toEqual([[], whole.open]);
}, 1_800_000);
