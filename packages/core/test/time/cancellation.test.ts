import { describe, expect, it } from 'vitest';
import { Cancellation } from '../../src/time/clock.ts';

const reason = new Error('enough');

describe('a cancellation', () => {
  it('calls the transport and aborts the signal', () => {
    const cancellation = new Cancellation();
    const told: unknown[] = [];
    cancellation.onCancel = (why) => told.push(why);
    const { signal } = cancellation;
    expect([cancellation.reason, signal.aborted]).toEqual([undefined, false]);
    cancellation.cancel(reason);
    expect([cancellation.reason, told, signal.aborted, signal.reason]).toEqual([reason, [reason], true, reason]);
  });
  it('keeps its first reason, and reports it once', () => {
    const cancellation = new Cancellation();
    const told: unknown[] = [];
    cancellation.onCancel = (why) => told.push(why);
    cancellation.cancel(reason);
    cancellation.cancel(new Error('again'));
    expect([cancellation.reason, told, cancellation.signal.reason]).toEqual([reason, [reason], reason]);
  });
  it('has one signal, however often it is read', () => {
    const cancellation = new Cancellation();
    expect(cancellation.signal).toBe(cancellation.signal);
    expect(cancellation.signal).toBeInstanceOf(AbortSignal);
  });
  it('returns an aborted signal afterwards', () => {
    const cancellation = new Cancellation();
    cancellation.cancel(reason);
    expect(cancellation.signal).toMatchObject({ aborted: true, reason });
  });
  it('creates no signal unless it is read', () => {
    const platform = globalThis.AbortController;
    let made = 0;
    globalThis.AbortController = class extends platform {
      constructor() {
        super();
        made += 1;
      }
    };
    try {
      const cancellation = new Cancellation();
      cancellation.cancel(reason);
      expect(made).toBe(0);
      void cancellation.signal;
      expect(made).toBe(1);
    } finally {
      globalThis.AbortController = platform;
    }
  });
});
