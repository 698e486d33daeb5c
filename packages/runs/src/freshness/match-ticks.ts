/** A tick, and the first and last moment at which its run may start. */
export interface TickWindow {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Assigns each run to at most one tick, so that as many ticks as possible have a run: a run takes the open window that
 * closes first.
 *
 * @param ticks - in the order of their `from`
 * @param starts - when runs started, in order @returns the ticks without a run, in order
 */
export function matchTicks(ticks: readonly TickWindow[], starts: readonly number[]): readonly number[] {
  const open: TickWindow[] = [];
  const missed = new Set(ticks);
  let next = 0;
  for (const start of starts) {
    for (let tick = ticks[next]; tick !== undefined && tick.from <= start; tick = ticks[next]) {
      // Windows have nearly equal lengths, so the new one is almost always the last to close.
      let place = open.length;
      while (place > 0 && (open[place - 1] as TickWindow).to > tick.to) place -= 1;
      open.splice(place, 0, tick);
      next += 1;
    }
    let tick = open.shift();
    while (tick !== undefined && tick.to < start) tick = open.shift();
    if (tick !== undefined) missed.delete(tick);
  }
  return [...missed].map(({ at }) => at);
}
