/** A monotonic clock that a test moves, luck that is always the same, and sleeps that take no time but are counted. */
export function virtualTime(luck = 0.5) {
  const slept: number[] = [];
  const time = { nowMs: 1_000_000, slept };
  const options = {
    clock: () => time.nowMs,
    random: () => luck,
    sleep: async (ms: number, signal: AbortSignal) => {
      signal.throwIfAborted();
      slept.push(ms);
      time.nowMs += ms;
    },
  };
  return { ...options, time, options };
}
