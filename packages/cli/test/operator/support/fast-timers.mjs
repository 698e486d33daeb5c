// Timers of the program fire 20 times as early, so that a test of a time limit need not wait for it.
const { setTimeout } = globalThis;
globalThis.setTimeout = Object.assign(
  (run, milliseconds, ...args) => setTimeout(run, (milliseconds ?? 0) / 20, ...args),
  setTimeout,
);
