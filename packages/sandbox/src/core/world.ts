import type { SandboxClock } from '../life/clock.ts';
import { createLife, type LifeOptions, type SandboxLife } from '../life/life.ts';
import { checkScript, type Script } from '../life/script.ts';
import type { Store } from '../store/store.ts';

/** What a world is made of. */
export interface WorldOptions extends Pick<LifeOptions, 'seed' | 'resume'> {
  readonly store: Store;
  readonly clock: SandboxClock;
  /** The moment up to which the records tell. */
  readonly begun: Date;
  /** How runs end; `false` lets no job run. */
  readonly script: Script | false;
}

/** The records, and the life that changes them. Planning every job takes time, so the life begins when somebody first looks, as if it always had been there. */
export interface World {
  /** All records as of now: what fell due has happened. */
  records(): Store;
  /** Undefined where it was switched off. */
  life(): SandboxLife | undefined;
  reset(): void;
  close(): void;
}

/** @throws ConfigError when the script is wrong */
export function createWorld({ store, clock, begun, seed = 1, resume = false, script }: WorldOptions): World {
  if (script !== false) checkScript(script);
  let begunMs = begun.getTime();
  let lived: SandboxLife | undefined;
  const life = (): SandboxLife | undefined =>
    script === false ? undefined : (lived ??= createLife({ store, clock, seed, script, resume, begunMs }));
  return {
    life,
    records() {
      life()?.settle();
      return store;
    },
    reset() {
      store.reset();
      begunMs = clock.now().getTime();
      lived?.reset();
    },
    close() {
      lived?.close();
      store.close();
    },
  };
}
