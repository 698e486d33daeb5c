/**
 * Node flags for `tick-many.ts`. In long-running processes, V8's young generation grows to about 100 MiB, no matter how
 * much the program keeps. With a limit of 3 × 8 MiB, the memory of the process is that of the tracker.
 */
export const tickFlags: readonly string[] = ['--max-semi-space-size=8'];
