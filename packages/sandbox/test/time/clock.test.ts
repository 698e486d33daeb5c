import { describe, expect, it, vi } from 'vitest';
import { createClock } from '../../src/time/clock.ts';
import { stopTime } from '../support/fake-time.ts';

describe('createClock', () => {
  it('moves only by advance, and notifies its listeners', () => {
    const clock = createClock({ start: '2026-03-01T00:00:00Z', running: false });
    const heard: string[] = [];
    const stop = clock.onAdvance(() => heard.push(clock.now().toISOString()));
    clock.advance('6h');
    stop();
    clock.advance(1);
    expect(heard).toEqual(['2026-03-01T06:00:00.000Z']);
    expect(clock.now().toISOString()).toBe('2026-03-01T06:00:00.001Z');
  });

  it('runs on its own from the time to which it was advanced', () => {
    stopTime();
    const clock = createClock({ start: 0, running: true });
    clock.advance('1h');
    vi.advanceTimersByTime(30);
    expect(clock.now().getTime()).toBe(3_600_030);
  });

  it('rejects a start that is not a date, and an advance beyond the range of dates', () => {
    expect(() => createClock({ start: 'yesterday' })).toThrow('clock.start must be a date, found "yesterday"');
    const start = 8.64e15 - 1;
    const clock = createClock({ start, running: false });
    expect(() => clock.advance('1w')).toThrow('duration must keep the clock within the range of dates, found 1w');
    expect(clock.now().getTime()).toBe(start);
  });
});
