/** What a function of the caller can do wrong. */
export const behaviours = ['hangs', 'throws', 'rejects', 'lies'] as const;
export type Behaviour = (typeof behaviours)[number];

/** A text that no error, event or inspection may contain. */
export const canary = 'Canary/7+s&ecret=9';

/** A function that throws, rejects with, or returns a certain value. */
export interface Throwing {
  readonly way: 'throws' | 'rejects' | 'returns';
  readonly thrown: unknown;
}

/** A function that behaves as it must not. `lie` is what it returns instead of what it should. */
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
