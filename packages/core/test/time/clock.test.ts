import { afterEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/time/clock.ts';

afterEach(() => void vi.useRealTimers());

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

it('the machine’s clock ignores a change of the date, and knows the date', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const before = systemClock.now();
  vi.setSystemTime(Date.parse('2020-01-01T00:00:00Z'));
  expect([systemClock.now(), systemClock.date()]).toEqual([before, Date.parse('2020-01-01T00:00:00Z')]);
  vi.advanceTimersByTime(20);
  expect([systemClock.now() - before, systemClock.date()]).toEqual([20, Date.parse('2020-01-01T00:00:00.020Z')]);
});
it('calls back when the time is over, not before', () => {
  vi.useFakeTimers();
  const called = vi.fn();
  systemClock.wait(20, called);
  vi.advanceTimersByTime(19);
  expect(called).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(called).toHaveBeenCalledOnce();
});
it('leaves no timer after a cancelled wait, so that the process can end', () => {
  const before = timers();
  const cancel = systemClock.wait(60_000, () => {});
  expect(timers()).toBe(before + 1);
  cancel();
  expect(timers()).toBe(before);
});
it('a wait in the background does not keep the process open', () => {
  const before = timers();
  const cancel = systemClock.wait(60_000, () => {}, true);
  expect(timers()).toBe(before);
  cancel();
});
it('waits in the background if timers are numbers, as in browsers', () => {
  const cleared: unknown[] = [];
  const { setTimeout: platform, clearTimeout: clear } = globalThis;
  globalThis.setTimeout = (() => 7) as never;
  globalThis.clearTimeout = ((timer: unknown) => void cleared.push(timer)) as never;
  try {
    systemClock.wait(60_000, () => {}, true)();
    expect(cleared).toEqual([7]);
  } finally {
    Object.assign(globalThis, { setTimeout: platform, clearTimeout: clear });
  }
});
