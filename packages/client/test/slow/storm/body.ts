import type { TransportResponse } from '../../../src/index.ts';
import { thrownBy, type World } from './misbehave.ts';

/** Response bodies that are still open: not yet read to the end, cancelled or aborted. */
export class OpenBodies {
  readonly #open = new Set<object>();

  get size(): number {
    return this.#open.size;
  }

  /** Returns a function to call when the body ends. */
  add(signal: AbortSignal): () => void {
    const body = {};
    const close = (): void => void this.#open.delete(body);
    if (signal.aborted) return close;
    this.#open.add(body);
    signal.addEventListener('abort', close);
    return close;
  }
}

type Ending = 'complete' | 'cut' | 'breaks' | 'hangs' | 'endless' | 'no bytes';

/** A body that arrives in chunks, with random delays and one of the possible endings. */
export function bodyOf(
  world: World,
  open: OpenBodies,
  signal: AbortSignal,
  text: string,
  echo: string,
  ending: Ending,
): TransportResponse['body'] {
  const { dice, time } = world;
  const bytes = new TextEncoder().encode(ending === 'cut' ? text.slice(0, dice.below(text.length)) : text);
  const size = dice.pick([bytes.length + 1, 1 + dice.below(bytes.length), 7 + dice.below(200)]);
  const close = open.add(signal);
  let offset = 0;
  let sent = 0;
  const end = async (): Promise<IteratorResult<Uint8Array>> => {
    if (ending === 'hangs') return new Promise(() => {});
    close();
    if (ending === 'breaks') throw thrownBy(world, echo);
    return { done: true, value: undefined };
  };
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    if (ending !== 'complete' || dice.chance(0.1)) {
      const pause = dice.below(dice.pick([1, 1, 200, 20_000]));
      if (pause > 0 && !world.isCalm) await new Promise<void>((resolve) => time.after(pause, resolve));
    }
    if (ending === 'no bytes') return { done: false, value: echo as never };
    if (ending === 'endless' && sent < 400) {
      sent += 1;
      return { done: false, value: new Uint8Array(4096).fill(32) };
    }
    if (offset >= bytes.length) return end();
    const value = bytes.subarray(offset, offset + size);
    offset += size;
    return { done: false, value };
  };
  const cancel = (): void => close();
  if (dice.chance(0.5)) {
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      const { done, value } = await next();
      if (done) controller.close();
      else controller.enqueue(value);
    };
    return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  }
  const iterator: AsyncIterator<Uint8Array> = {
    next,
    return: async () => {
      cancel();
      if (!world.isCalm && dice.chance(0.05)) throw thrownBy(world, echo);
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
