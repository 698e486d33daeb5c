/** The ways in which a function of the caller can misbehave. */
export const behaviours = ['hangs', 'throws', 'rejects', 'lies'] as const;
export type Behaviour = (typeof behaviours)[number];

/** A text that must not appear in any error, event or inspection. */
export const canary = 'Canary/7+s&ecret=9';

/** A function that throws, rejects with, or returns the value `thrown`. */
export interface Throwing {
  readonly way: 'throws' | 'rejects' | 'returns';
  readonly thrown: unknown;
}

/** A function that misbehaves. If it lies, it returns `lie` instead of a valid value. */
export function misbehaving(behaviour: Behaviour | Throwing, lie: unknown): () => never {
  const failure = () => Object.assign(new TypeError(`broken with ${canary}`), { code: canary, cause: canary });
  const { way, thrown } = typeof behaviour === 'string' ? { way: behaviour, thrown: failure() } : behaviour;
  const does: Record<Behaviour | Throwing['way'], () => unknown> = {
    hangs: () => new Promise(() => {}),
    throws: () => {
      throw thrown;
    },
    rejects: () => Promise.reject(thrown as Error),
    lies: () => lie,
    returns: () => thrown,
  };
  return does[way] as () => never;
}
