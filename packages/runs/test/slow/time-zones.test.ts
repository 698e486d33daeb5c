import { CronExpressionParser } from 'cron-parser';
import { expect, test } from 'vitest';
import { createSchedule, evaluateFreshness } from '../../src/index.ts';
import { compareWithNaive } from '../support/naive-freshness.ts';
import { allTransitions, type Transition } from '../support/zone-clock.ts';

const hour = 3_600_000;

const all = allTransitions();

test('there are transitions to check', () => {
  expect(all.length).toBeGreaterThan(50);
});

/** The local time in the middle of the period that the clocks skip or repeat. */
function fixedTime({ at, before, after }: Transition): { minute: number; hour: number } {
  const local = new Date(at + Math.min(before, after) + Math.abs(after - before) / 2);
  return { minute: local.getUTCMinutes(), hour: local.getUTCHours() };
}

const kinds = new Set<string>();

/** Whether no earlier transition moved the clocks by the same amount at the same local time. */
function isFirstOfItsKind({ at, before, after }: Transition): boolean {
  const kind = `${after - before} ${(at + before) % (24 * hour)}`;
  return !kinds.has(kind) && kinds.add(kind) !== undefined;
}

test('no zone and no clock change gives a false alarm, and a missing run is reported once', () => {
  for (const transition of all) {
    const { zone, at, before, after } = transition;
    const { minute, hour: localHour } = fixedTime(transition);
    const [from, to] = [at - 27 * hour, at + 27 * hour];
    const fixed = `${minute} ${localHour} * * *`;
    for (const expression of isFirstOfItsKind(transition) ? [fixed, `${minute} * * * *`, '0 0 * * *'] : [fixed]) {
      const options = { timeZone: zone, sunday: 0, seconds: false } as const;
      const policy = { cron: { expression, ...options }, since: from, grace: '2m' };
      const isDue = ({ until }: { readonly until: number }): boolean => until + 120_000 < to;
      const ticks = createSchedule(expression, options)
        .ticks(from - 1, to)
        .filter(isDue);
      const judge = (starts: readonly number[]) =>
        evaluateFreshness(
          policy,
          starts.map((start) => ({ start, outcome: 'succeeded' as const })),
          to,
        );

      const readings = {
        'the first reading': ticks.map((tick) => tick.at),
        'the last reading': ticks.map(({ until }) => until),
        'both readings': ticks.flatMap((tick) => (tick.until === tick.at ? [tick.at] : [tick.at, tick.until])),
        // Implementations differ only in how they interpret a fixed time.
        ...(expression === fixed && { 'another implementation': otherReadings(expression, zone, from, to) }),
      };
      for (const [name, starts] of Object.entries(readings)) {
        // Some implementations do not start a job at a time that the clocks skip, so its run is missing.
        const isLeftOut = (missing: number): boolean =>
          ticks.some((tick) => tick.at === missing && tick.until > tick.at && after > before) &&
          !starts.some((start) => start >= missing && start <= missing + hour);
        const missed = judge(starts).missed.filter((missing) => !isLeftOut(missing));
        expect(missed, `${zone} ${new Date(at).toISOString()} ${expression}: ${name}`).toEqual([]);
      }
      for (const [index, tick] of ticks.entries()) {
        if (Math.abs(tick.at - at) > 1.5 * hour) continue;
        const without = ticks.filter((_tick, other) => other !== index).map((each) => each.at);
        expect(judge(without).missed, `${zone} ${expression} without ${new Date(tick.at).toISOString()}`).toEqual([
          tick.at,
        ]);
      }
    }
  }
});

test('no case differs from an evaluator that looks at each minute', () => {
  const each = Math.ceil(6_000 / all.length);
  const differences = all.flatMap((transition, index) => compareWithNaive(transition, each, index));
  expect(differences).toEqual([]);
  expect(all.length * each).toBeGreaterThanOrEqual(6_000);
});

/** The starts according to cron-parser, which treats skipped times differently from croner. */
function otherReadings(expression: string, tz: string, from: number, to: number): number[] {
  const startAfter = (instant: number) =>
    CronExpressionParser.parse(expression, { tz, currentDate: new Date(instant) })
      .next()
      .getTime();
  const starts: number[] = [];
  // At midnight in Lord Howe, cron-parser returns the same instant again and again.
  for (let next = startAfter(from - 1); next <= to && next !== starts.at(-1); next = startAfter(next))
    starts.push(next);
  return starts;
}
