/** What a function of the caller can do wrong. */
export const behaviours = ['hangs', 'throws', 'rejects', 'lies'] as const;
export type Behaviour = (typeof behaviours)[number];

/** A text that no error, event or inspection may contain. */
export const canary = 'Canary/7+s&ecret=9';

/** A function that behaves as it must not. `lie` is what it returns instead of what it should. */
export function misbehaving(behaviour: Behaviour, lie: unknown): () => never {
  const failure = () => Object.assign(new TypeError(`broken with ${canary}`), { code: canary, cause: canary });
  const does: Record<Behaviour, () => unknown> = {
    hangs: () => new Promise(() => {}),
    throws: () => {
      throw failure();
    },
    rejects: () => Promise.reject(failure()),
    lies: () => lie,
  };
  return does[behaviour] as () => never;
}
