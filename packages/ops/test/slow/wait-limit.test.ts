import { systemClock } from '@syncline/core';
import { describe, expect, test } from 'vitest';
import { wait } from '../../src/commands/wait.ts';
import { now, setUp } from '../support/command-context.ts';

/** A clock whose pauses take no time. What is read takes real time, so none of the clock's. */
function fastClock() {
  let passed = 0;
  const clock = {
    ...systemClock,
    reading: 0,
    now: () => passed,
    date: () => now + passed,
    wait: (milliseconds: number, run: () => void) => {
      const pass = (): void => {
        if (clock.reading > 0) return void (timer = setImmediate(pass));
        passed += milliseconds;
        run();
      };
      let timer = setImmediate(pass);
      return () => clearImmediate(timer);
    },
  };
  return clock;
}

describe('the exit status', () => {
  test('is 3 at the time limit, with what was seen', async () => {
    const { context, notes, text } = await setUp({ clock: fastClock() });
    expect(await wait({ job: 'Weekly', timeout: '1h' }, context)).toBe(3);
    expect(text()).toBe('');
    expect(notes.join()).toMatch(/^It could not be told: .*no run/);
  });
});
