import type { Store } from '../store/store.ts';
import type { SandboxClock } from '../time/clock.ts';
import { createLife, type LifeOptions, type SandboxLife } from './life.ts';
import { checkScript, type Script } from './script.ts';

/** Options of {@link createSimulation}. */
export interface SimulationOptions extends Pick<LifeOptions, 'seed' | 'resume' | 'behavior'> {
  readonly store: Store;
  readonly clock: SandboxClock;
  /** The moment up to which the data has records. */
  readonly begin: Date;
  /** How runs end. `false` turns the simulation off: no job runs. */
  readonly script: Script | false;
}

/**
 * The records and the simulated runs that change them. Planning every job takes time, so the simulation starts when the
 * records are first read. The result is the same as if it had started immediately.
 */
export interface Simulation {
  /** All records as of now, after every run that is due. */
  records(): Store;
  /** Undefined when runs are disabled. */
  life(): SandboxLife | undefined;
  reset(): void;
  close(): void;
}

/** @throws ConfigError when the script is invalid */
export function createSimulation({
  store,
  clock,
  begin,
  seed = 1,
  resume = false,
  behavior,
  script,
}: SimulationOptions): Simulation {
  if (script !== false) checkScript(script);
  let beginMs = begin.getTime();
  let created: SandboxLife | undefined;
  const life = (): SandboxLife | undefined =>
    script === false ? undefined : (created ??= createLife({ store, clock, seed, script, resume, behavior, beginMs }));
  return {
    life,
    records() {
      life()?.settle();
      return store;
    },
    reset() {
      store.reset();
      beginMs = clock.now().getTime();
      created?.reset();
    },
    close() {
      created?.close();
      store.close();
    },
  };
}
