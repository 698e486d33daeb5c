import { describe, expect, it } from 'vitest';
import { Stopper } from '../../src/pipeline/stopper.ts';

const reason = new Error('enough');

describe('what stops an attempt', () => {
  it('tells the transport and whoever has the signal', () => {
    const stopper = new Stopper();
    const told: unknown[] = [];
    stopper.onStop = (why) => told.push(why);
    const { signal } = stopper;
    expect([stopper.reason, signal.aborted]).toEqual([undefined, false]);
    stopper.stop(reason);
    expect([stopper.reason, told, signal.aborted, signal.reason]).toEqual([reason, [reason], true, reason]);
  });
  it('has one signal, however often it is asked for', () => {
    const stopper = new Stopper();
    expect(stopper.signal).toBe(stopper.signal);
    expect(stopper.signal).toBeInstanceOf(AbortSignal);
  });
  it('gives a signal asked for afterwards as aborted', () => {
    const stopper = new Stopper();
    stopper.stop(reason);
    expect(stopper.signal).toMatchObject({ aborted: true, reason });
  });
  it('makes no signal for those who ask for none', () => {
    const platform = globalThis.AbortController;
    let made = 0;
    globalThis.AbortController = class extends platform {
      constructor() {
        super();
        made += 1;
      }
    };
    try {
      const stopper = new Stopper();
      stopper.stop(reason);
      expect(made).toBe(0);
      void stopper.signal;
      expect(made).toBe(1);
    } finally {
      globalThis.AbortController = platform;
    }
  });
});
