import type { Dice } from './dice.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The state that the parts of one session share. */
export interface World {
  readonly dice: Dice;
  readonly time: VirtualTime;
  /** Set when nothing fails any more */
  isCalm: boolean;
  /** Returns a secret that was not used before */
  newSecret(): string;
}

/**
 * An object with a method `then`. The name is assembled at run time, because linters report such objects as mistakes.
 */
function thenable(then: unknown): object {
  return { [['th', 'en'].join('')]: then };
}

/** Values that a program can throw, each with a secret in it. */
export function thrownBy({ dice }: World, secret: string): unknown {
  const message = `broken with ${secret}`;
  const throwing = {
    get message(): string {
      throw new TypeError(message);
    },
  };
  const fail = (): never => {
    throw new TypeError(message);
  };
  const circular = new Error(message);
  circular.cause = circular;
  return dice.pick<() => unknown>([
    () => new TypeError(message),
    () => Object.assign(new Error(message, { cause: new Error(message) }), { code: secret, name: secret }),
    () => new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code: 'ECONNRESET' }) }),
    () => Object.assign(new Error(message), { code: 'UND_ERR_SOCKET', secret }),
    () => Object.freeze(new RangeError(message)),
    () => message,
    () => ({ message, toString: () => message }),
    () => throwing,
    () => new Proxy({}, { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail }),
    () => circular,
    () => undefined,
    () => null,
    () => Symbol(secret),
    () => Object.create(null) as unknown,
    () => thenable(secret),
  ])();
}

/**
 * Returns a function that does what `good` does, or fails in one of the ways in which a caller's function can fail.
 * What it throws contains a secret that the library has not been told.
 *
 * @param probability - how often it fails
 * @param lies - the values that it may return instead of a valid one
 */
export function unreliable<Given extends unknown[], Result>(
  world: World,
  probability: number,
  lies: readonly unknown[],
  good: (...given: Given) => Result,
): (...given: Given) => Result {
  const { dice, time } = world;
  return (...given) => {
    if (world.isCalm || !dice.chance(probability)) return good(...given);
    const way = dice.weighted({ hangs: 2, late: 3, throws: 2, rejects: 2, lies: 2, thenable: 1 });
    if (way === 'throws') throw thrownBy(world, world.newSecret());
    if (way === 'rejects') return Promise.reject(thrownBy(world, world.newSecret())) as Result;
    if (way === 'lies') return dice.pick(lies) as Result;
    if (way === 'hangs') return new Promise(() => {}) as Result;
    if (way === 'late') {
      const milliseconds = dice.below(dice.pick([10, 2_000, 90_000]));
      return new Promise<void>((resolve) => time.after(milliseconds, resolve)).then(() => good(...given)) as Result;
    }
    // A thenable whose `then` throws, or that settles twice.
    return thenable((resolve: (value: unknown) => void, reject: (error: unknown) => void) => {
      if (dice.chance(0.5)) throw thrownBy(world, world.newSecret());
      reject(thrownBy(world, world.newSecret()));
      resolve(dice.pick(lies));
    }) as Result;
  };
}
