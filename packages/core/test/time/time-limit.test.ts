import { describe, expect, it } from 'vitest';
import { createManualClock, settled } from '@syncline/testing';
import { withTimeLimit } from '../../src/time/clock.ts';
import { deferred, rejection } from '../support/call.ts';

const late = new Error('late');
const never = () => new Promise<never>(() => {});

describe('work under a time limit', () => {
  it('settles with its result, and leaves no timer', async () => {
    const { clock, waits, pending } = createManualClock();
    expect(await withTimeLimit(clock, 700, async () => 'done', expect.unreachable)).toBe('done');
    expect([waits, pending.size]).toEqual([[700], 0]);
  });

  it('settles with its failure, and leaves no timer', async () => {
    const { clock, pending } = createManualClock();
    const failure = new Error('broken');
    expect(await rejection(withTimeLimit(clock, 700, () => Promise.reject(failure), expect.unreachable))).toBe(failure);
    expect(pending.size).toBe(0);
  });

  it.each<[string, () => never]>([
    [
      'throws',
      () => {
        throw late;
      },
    ],
    ['returns no promise', () => 7 as never],
  ])('settles, and leaves no timer, if it %s', async (_, work) => {
    const { clock, pending } = createManualClock();
    expect(await rejection(withTimeLimit(clock, 700, work, expect.unreachable))).toBeInstanceOf(Error);
    expect(pending.size).toBe(0);
  });

  it('fails with the time-out error once the time is up', async () => {
    const { clock, step, pending } = createManualClock();
    let made = 0;
    const limited = rejection(withTimeLimit(clock, 700, never, () => ((made += 1), late)));
    expect(made).toBe(0);
    step();
    expect(await limited).toBe(late);
    expect([made, pending.size]).toEqual([1, 0]);
  });

  it('fails at once when it is interrupted, and leaves no timer', async () => {
    const { clock, pending } = createManualClock();
    let interrupt: (error: unknown) => void = () => {};
    const limited = rejection(
      withTimeLimit(
        clock,
        700,
        (given) => {
          interrupt = given;
          return never();
        },
        expect.unreachable,
      ),
    );
    interrupt('enough');
    expect(await limited).toBe('enough');
    expect(pending.size).toBe(0);
  });

  it.each(['resolve', 'reject'] as const)('ignores work that settles too late (%s)', async (how) => {
    const { clock, step } = createManualClock();
    const { promise, ...work } = deferred<unknown>();
    const limited = rejection(
      withTimeLimit(
        clock,
        700,
        () => promise,
        () => late,
      ),
    );
    step();
    work[how](new Error('too late'));
    await settled();
    expect(await limited).toBe(late);
  });

  it('keeps its result when it is interrupted afterwards', async () => {
    const { clock } = createManualClock();
    let interrupt: (error: unknown) => void = () => {};
    const limited = withTimeLimit(
      clock,
      700,
      async (given) => {
        interrupt = given;
        return 'done';
      },
      expect.unreachable,
    );
    await settled();
    interrupt('enough');
    expect(await limited).toBe('done');
  });
});
