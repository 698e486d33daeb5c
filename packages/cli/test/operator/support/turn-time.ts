const speed = 20;

/** Makes time pass 20 times as fast, so that a test of a time limit need not wait for it. @returns what ends that */
export function speedUp(): () => void {
  const { setTimeout } = globalThis;
  const clocks = [Date, performance].map((clock) => {
    const own = clock.now.bind(clock);
    return { clock, own, began: own() };
  });
  for (const { clock, own, began } of clocks) clock.now = () => began + (own() - began) * speed;
  globalThis.setTimeout = Object.assign(
    (run: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) =>
      setTimeout(run, milliseconds / speed, ...args),
    setTimeout,
  ) as typeof setTimeout;
  return () => {
    globalThis.setTimeout = setTimeout;
    for (const { clock, own } of clocks) clock.now = own;
  };
}
