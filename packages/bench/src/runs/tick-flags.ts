/**
 * Flags of Node for `tick-many.ts`. V8 lets its young generation grow in each process that runs long, to some 100 MiB,
 * whatever the program keeps. With at most 3 × 8 MiB, the memory of the process is that of the tracker.
 */
export const tickFlags: readonly string[] = ['--max-semi-space-size=8'];
