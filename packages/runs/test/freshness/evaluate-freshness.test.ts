import { describe, expect, test } from 'vitest';
import { evaluateFreshness, type FreshnessPolicy, type FreshnessRun } from '../../src/index.ts';

const now = Date.parse('2026-03-02T12:00:00Z');
const minute = 60_000;
const hour = 60 * minute;
const run = (hoursAgo: number, outcome: FreshnessRun['outcome'] = 'succeeded', length?: number): FreshnessRun => ({
  start: now - hoursAgo * hour,
  end: length === undefined ? undefined : now - hoursAgo * hour + length * hour,
  outcome,
});
const age: FreshnessPolicy = { warnAfter: '2h', errorAfter: '6h' };

describe('the age of the last success', () => {
  test.each<[string, FreshnessRun[], string]>([
    ['just now', [run(0)], 'pass'],
    ['exactly at the limit', [run(2)], 'pass'],
    ['a millisecond beyond it', [run(2 + 1 / hour)], 'warn'],
    ['exactly at the second limit', [run(6)], 'warn'],
    ['beyond it', [run(6.1)], 'error'],
    ['older failures do not count', [run(1), run(8, 'failed')], 'pass'],
    ['a later failure does not hide a success', [run(1), run(0.5, 'failed')], 'pass'],
    ['only failures', [run(1, 'failed'), run(0.5, 'unknown')], 'unknown'],
    ['no run', [], 'unknown'],
    ['a run that starts in the future', [run(-1)], 'unknown'],
    ['a warning is no success', [run(1, 'warned')], 'unknown'],
  ])('%s', (_name, runs, result) => {
    expect(evaluateFreshness(age, runs, now).result).toBe(result);
  });

  test('counts from the start, not from the end', () => {
    expect(evaluateFreshness(age, [run(3, 'succeeded', 2.9)], now)).toMatchObject({ result: 'warn', ageMs: 3 * hour });
  });
  test('a warning is a success if configured', () => {
    expect(evaluateFreshness({ ...age, acceptWarned: true }, [run(1, 'warned')], now).result).toBe('pass');
  });
  test('gives the reason', () => {
    expect(evaluateFreshness(age, [run(3)], now).because).toEqual(['older than 2h (the last success started 3h ago)']);
    expect(evaluateFreshness(age, [], now).because).toEqual(['no run has succeeded']);
  });
});

describe('the schedule', () => {
  const cron = { expression: '0 * * * *', timeZone: 'UTC', sunday: 0, seconds: false } as const;
  const policy: FreshnessPolicy = { cron, since: '2026-03-02T08:30:00Z', grace: '10m' };
  const ticks = (...hours: number[]): number[] => hours.map((each) => Date.parse(`2026-03-02T0${each}:00:00Z`));
  const at = (time: string, outcome: FreshnessRun['outcome'] = 'succeeded', end?: string): FreshnessRun => ({
    start: Date.parse(`2026-03-02T${time}:00Z`),
    end: end === undefined ? undefined : Date.parse(`2026-03-02T${end}:00Z`),
    outcome,
  });

  test('every tick whose grace has passed needs a run', () => {
    const all = [at('09:00'), at('10:05'), at('11:10')];
    expect(evaluateFreshness(policy, all, now)).toMatchObject({ result: 'pass', missed: [] });
    // The tick of 12:00 counts as missed only after 12:10.
    expect(evaluateFreshness(policy, all, now + 10 * minute).missed).toEqual([]);
    expect(evaluateFreshness(policy, all, now + 10 * minute + 1)).toMatchObject({ result: 'error', missed: [now] });
  });
  test('a run that is too late or too early does not count', () => {
    const missed = (...runs: FreshnessRun[]) => evaluateFreshness(policy, runs, now).missed;
    expect(missed(at('09:11'), at('10:00'), at('11:00'))).toEqual(ticks(9));
    expect(missed(at('08:59'), at('10:00'), at('11:00'))).toEqual(ticks(9));
    const early = { ...policy, early: '1m' };
    expect(evaluateFreshness(early, [at('08:59'), at('10:00'), at('11:00')], now).missed).toEqual([]);
  });
  test('one run counts for one tick', () => {
    const wide = { ...policy, early: '1h', grace: '1h' };
    expect(evaluateFreshness(wide, [at('10:00')], now).missed).toHaveLength(1);
    expect(evaluateFreshness(wide, [at('10:00'), at('10:01')], now).missed).toHaveLength(0);
  });
  test('a failed run counts for its tick, but is not a success', () => {
    const failed = [at('09:00', 'failed'), at('10:00', 'failed'), at('11:00', 'failed')];
    expect(evaluateFreshness(policy, failed, now)).toMatchObject({ result: 'unknown', missed: [] });
  });
  test('a tick during a running run is skipped if that is configured', () => {
    const long = [at('09:00', 'succeeded', '11:30')];
    expect(evaluateFreshness(policy, long, now).missed).toHaveLength(2);
    const skip = { ...policy, skipWhileRunning: true };
    expect(evaluateFreshness(skip, long, now)).toMatchObject({
      result: 'pass',
      missed: [],
      skipped: [now - 2 * hour, now - hour],
    });
    expect(evaluateFreshness(skip, [at('09:00', 'running')], now)).toMatchObject({ result: 'unknown', missed: [] });
  });
  test('a job that never ran has missed its ticks', () => {
    expect(evaluateFreshness(policy, [], now)).toMatchObject({ result: 'error', ageMs: undefined });
  });
  test('an expression that cannot be read is unknown, unless the age says error', () => {
    const broken = { ...policy, cron: { ...cron, expression: 'every night' } };
    expect(evaluateFreshness(broken, [run(1)], now)).toMatchObject({ result: 'unknown', missed: [] });
    expect(evaluateFreshness(broken, [run(1)], now).because[0]).toMatch(/^cron cannot be read: "every night"/);
    expect(evaluateFreshness({ ...broken, errorAfter: '1m' }, [run(1)], now).result).toBe('error');
  });
});

test.each<[object, string]>([
  [{}, 'policy needs at least one of warnAfter, errorAfter and cron'],
  [{ warnAfter: '2 hours' }, 'warnAfter must be a duration'],
  [{ warnAfter: '3h', errorAfter: '2h' }, 'warnAfter must not be longer than errorAfter'],
  [{ cron: { expression: '* * * * *', timeZone: 'UTC', sunday: 0, seconds: false } }, 'since must be set'],
  [
    { cron: { expression: '* * * * *', timeZone: 'UTC', sunday: 0, seconds: false }, since: 'x' },
    'since must be a timestamp',
  ],
  [{ cron: { expression: '* * * * *', timeZone: 'x', sunday: 0, seconds: false }, since: 0 }, 'cron.timeZone must be'],
  [{ cron: { expression: '* * * * *', timeZone: 'UTC', seconds: false }, since: 0 }, 'cron.sunday must be 0 or 1'],
])('the policy %o is refused', (policy, message) => {
  expect(() => evaluateFreshness(policy as FreshnessPolicy, [], now)).toThrow(message);
});

test('a tick that may be skipped takes no run that another one needs', () => {
  const day = Date.parse('2026-03-02T00:00:00Z');
  const minute = 60_000;
  const at = (hour: number, minutes: number): number => day + (hour * 60 + minutes) * minute;
  const cron = { expression: '*/30 9-10 * * *', timeZone: 'UTC', sunday: 0, seconds: false } as const;
  const runs = [
    { start: at(9, 0), end: at(10, 10), outcome: 'succeeded' as const },
    { start: at(10, 30), end: at(10, 40), outcome: 'succeeded' as const },
  ];
  const found = evaluateFreshness({ cron, since: day, grace: '40m', skipWhileRunning: true }, runs, at(14, 0));
  expect(found).toMatchObject({ missed: [], skipped: [at(9, 30), at(10, 0)] });
});

test('a run serves the latest tick that needs it', () => {
  const day = Date.parse('2026-03-02T00:00:00Z');
  const cron = { expression: '0,10 9 * * *', timeZone: 'UTC', sunday: 0, seconds: false } as const;
  const runs = [{ start: Date.parse('2026-03-02T09:15:00Z'), outcome: 'succeeded' as const }];
  const { missed } = evaluateFreshness({ cron, since: day, grace: '30m' }, runs, day + 12 * 3_600_000);
  expect(missed).toEqual([Date.parse('2026-03-02T09:00:00Z')]);
});
