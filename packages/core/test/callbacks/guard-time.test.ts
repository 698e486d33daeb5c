import { describe, expect, it } from 'vitest';
import { settled } from '@syncline/testing';
import { type Clock, guardClock, guardRandom, systemClock } from '../../src/internal.ts';

const clock = (changes: object): Clock => ({ now: () => 5, date: () => 6, wait: () => () => {}, ...changes });
const broken: () => number = () => {
  throw new Error('canary');
};

describe('a clock', () => {
  it('of the machine is the default', () => {
    expect(guardClock(undefined)).toBe(systemClock);
  });

  it('of the caller is passed through', () => {
    const waits: unknown[][] = [];
    const guarded = guardClock(clock({ wait: (...given: unknown[]) => (waits.push(given), () => {}) }));
    const callback = () => {};
    expect([guarded.now(), guarded.date(), guarded.wait(7, callback, true)()]).toEqual([5, 6, undefined]);
    expect(waits).toEqual([[7, callback, true]]);
  });

  it.each<['now' | 'date' | 'wait', unknown]>([
    ['now', broken],
    ['now', () => Number.NaN],
    ['now', () => '5'],
    ['now', () => Promise.reject(new Error('canary'))],
    ['date', broken],
    ['date', () => Number.POSITIVE_INFINITY],
    ['wait', broken],
    ['wait', () => 7],
    ['wait', undefined],
  ])('whose %s misbehaves is refused when it is used: %s', async (method, does) => {
    const guarded = guardClock(clock({ [method]: does }));
    expect(() => guarded[method](1, () => {})).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        option: 'clock',
        message: 'clock must return milliseconds, and a function from wait()',
      }),
    );
    await settled();
  });
});

describe('random numbers', () => {
  it('are passed through from 0 to 1', () => {
    const numbers = [0, 0.5, 1];
    const random = guardRandom(() => numbers.shift() as number);
    expect([random(), random(), random()]).toEqual([0, 0.5, 1]);
  });

  it.each([
    [broken],
    [() => 1.1],
    [() => -0.1],
    [() => Number.NaN],
    [() => '0.5'],
    [() => null],
  ])('%s are refused', (does) => {
    expect(guardRandom(does as () => number)).toThrow(
      expect.objectContaining({ option: 'random', message: 'random must return a number from 0 to 1' }),
    );
  });
});
