import type { Dice } from './dice.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What the parts of one session share. */
export interface World {
  readonly dice: Dice;
  readonly time: VirtualTime;
  /** Whether nothing goes wrong any more */
  isCalm: boolean;
  /** A secret that was not used before */
  newSecret(): string;
}

/** An object that says that it is a promise. The name is put together, because linters take such objects for mistakes. */
function thenable(then: unknown): object {
  return { [['th', 'en'].join('')]: then };
}

/** What a program can throw, with a secret in it. */
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
 * Returns a function that does what `good` does, or fails in one of the ways in which a function of a caller can fail.
 *
 * @param probability - how often it fails
 * @param lies - what it returns instead of what it should
 * What it throws contains a secret that nobody has told the library.
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
