import { createSandbox, type Sandbox } from '@syncline/sandbox';
import { vi } from 'vitest';

/**
 * Runs are generated up to the time of day, so what is late or failed differs from hour to hour. Sets the date of this
 * process to an hour at which the last run of some job has failed, until `vi.useRealTimers()`.
 */
export function sandboxWithFailure(): Sandbox {
  const start = '2026-11-24T06:00:00Z';
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(start) });
  return createSandbox({
    seed: 7,
    scale: { jobs: 12, history: 600 },
    clock: { start },
    life: false,
    edgeCases: false,
  });
}
