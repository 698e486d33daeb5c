/** A tick, and the first and last moment at which its run may start. */
export interface TickWindow {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Assigns each run to at most one tick, so that as many ticks as possible have a run. From the last run to the first, a
 * run takes the open window that begins last, so that it serves the latest tick that needs it.
 *
 * @param ticks - in the order of their `from`
 * @param starts - when runs started, in order
 * @returns the ticks without a run, and the runs without a tick, each in order
 */
export function matchTicks(
  ticks: readonly TickWindow[],
  starts: readonly number[],
): { readonly unserved: readonly TickWindow[]; readonly unused: readonly number[] } {
  const byEnd = [...ticks].sort((left, right) => right.to - left.to);
  const open: TickWindow[] = [];
  const unserved = new Set(ticks);
  const unused: number[] = [];
  let next = 0;
  for (const start of starts.toReversed()) {
    for (let tick = byEnd[next]; tick !== undefined && tick.to >= start; tick = byEnd[next]) {
      // Windows have nearly equal lengths, so the new one is almost always the first to begin.
      let index = open.length;
      while (index > 0 && (open[index - 1] as TickWindow).from < tick.from) index -= 1;
      open.splice(index, 0, tick);
      next += 1;
    }
    let tick = open.shift();
    while (tick !== undefined && tick.from > start) tick = open.shift();
    if (tick === undefined) unused.push(start);
    else unserved.delete(tick);
  }
  return { unserved: [...unserved], unused: unused.reverse() };
}
