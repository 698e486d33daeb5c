import { expect, test } from 'vitest';
import { CrashPlan } from '@syncline/testing';
import { byJob, killAtEachCall, liveThroughWeek, problemsOf, randomOf } from '../support/alert-week.ts';

const day = 24;

test('a kill at every call of alert handling and of delivery changes nothing', async () => {
  const { problems, transitions } = await killAtEachCall(liveThroughWeek, { seed: 3, jobs: 3, hours: 10 });
  expect(transitions).toBeGreaterThan(3);
  expect(problems).toEqual([]);
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
