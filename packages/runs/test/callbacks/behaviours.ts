/** What a function of the caller can do instead of what it should. */
export const behaviours = ['hangs', 'throws', 'rejects', 'lies'] as const;
export type Behaviour = (typeof behaviours)[number];

/** A text that no error may contain: what a driver says when it cannot reach a database. */
export const canary = 'postgres://sync:Canary7secret@db.example.com/runs';

/** What a misbehaving function throws. */
export const thrown = Object.assign(new TypeError(`cannot connect to ${canary}`), {
  code: canary,
  cause: canary,
  connectionString: canary,
});

/** A function that behaves as it must not. `lie` is what it returns instead of what it should. */
export function misbehaving(behaviour: Behaviour, lie: unknown): () => never {
  const does: Record<Behaviour, () => unknown> = {
    hangs: () => new Promise(() => {}),
    throws: () => {
      throw thrown;
    },
    rejects: () => Promise.reject(thrown),
    lies: () => lie,
  };
  return does[behaviour] as () => never;
}
