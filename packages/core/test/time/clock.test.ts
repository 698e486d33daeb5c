import { expect, it } from 'vitest';
import { systemClock } from '../../src/time/clock.ts';

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

it('the machine’s clock never goes back, and knows the date', () => {
  const before = systemClock.now();
  const date = Date.now();
  expect(systemClock.date()).toBeGreaterThanOrEqual(date);
  expect(systemClock.date()).toBeLessThan(date + 60_000);
  expect(systemClock.now()).toBeGreaterThanOrEqual(before);
});
it('calls back when the time is over, and not before', async () => {
  const startedAt = systemClock.now();
  await new Promise<void>((resolve) => void systemClock.wait(20, resolve));
  // A timer may be a millisecond early by another clock.
  expect(systemClock.now() - startedAt).toBeGreaterThanOrEqual(19);
});
it('leaves nothing behind of a wait that is called off: the process may end', () => {
  const before = timers();
  const cancel = systemClock.wait(60_000, () => {});
  expect(timers()).toBe(before + 1);
  cancel();
  expect(timers()).toBe(before);
});
