/** The ways in which a function of the caller can misbehave. */
export const behaviours = ['hangs', 'throws', 'rejects', 'lies'] as const;
export type Behaviour = (typeof behaviours)[number];

/** A text that no error may contain, such as a driver's message when it cannot reach a database. */
export const canary = 'postgres://sync:Canary7secret@db.example.com/runs';

/** The error that a misbehaving function throws or rejects with. */
export const thrown = Object.assign(new TypeError(`cannot connect to ${canary}`), {
  code: canary,
  cause: canary,
  connectionString: canary,
});

/** A function that misbehaves. If it lies, it returns `lie` instead of a valid value. */
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
