import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventQueue } from '../../src/time/event-queue.ts';

describe('EventQueue', () => {
  it('returns events by time, and events with the same time in the order in which they were added', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (times) => {
        const queue = new EventQueue<readonly [number, number]>();
        times.forEach((at, rank) => queue.add(at, [at, rank]));
        const taken: (readonly [number, number])[] = [];
        while (queue.nextTime() !== Number.POSITIVE_INFINITY) taken.push(queue.take()!);
        expect(taken).toEqual(
          times.map((at, rank) => [at, rank] as const).toSorted((a, b) => a[0] - b[0] || a[1] - b[1]),
        );
        expect(queue.take()).toBeUndefined();
      }),
    );
  });
});
