import { type Clock, ConfigError, isConfigError } from '@syncline/core/internal';
import type { Store } from '../store/store.ts';
import type { DeliveredEvent, EventsOptions } from './tracker-options.ts';
import { readEvent } from './tracker-event.ts';

const batch = 100;

/** Notifies waiting consumers of new events. */
export class EventBell {
  readonly #waiting = new Set<() => void>();
  #rings = 0;

  /** How often it has been rung */
  get rings(): number {
    return this.#rings;
  }

  ring(): void {
    this.#rings += 1;
    for (const wake of this.#waiting) wake();
  }

  /** Waits until the bell rings, a time has passed, or a signal is aborted. */
  wait(clock: Clock, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal?.removeEventListener('abort', wake);
        cancel();
        resolve();
      };
      const cancel = clock.wait(milliseconds, wake);
      this.#waiting.add(wake);
      signal?.addEventListener('abort', wake);
      if (signal?.aborted) wake();
    });
  }
}

/** Yields the events that a consumer has not acknowledged, in order. */
export async function* deliverEvents(
  store: Store,
  clock: Clock,
  bell: EventBell,
  { consumer, after, follow = true, pollMs, signal }: EventsOptions & { readonly pollMs: number },
): AsyncGenerator<DeliveredEvent, void> {
  await register(store, consumer, after);
  let last = after ?? (await store.readCursor(consumer));
  while (!signal?.aborted) {
    const { rings } = bell;
    const events = await store.readEvents(last, batch);
    for (const queued of events) {
      if (signal?.aborted) return;
      const { position } = queued;
      yield { event: readEvent(queued), ack: () => store.acknowledge(consumer, position) };
      last = position;
    }
    if (events.length > 0) continue;
    if (!follow) return;
    // New events may have arrived while the store returned an empty list.
    if (rings === bell.rings) await bell.wait(clock, pollMs, signal);
  }
}

/**
 * Registers the consumer, so that events that it has not acknowledged are kept. One with its own cursor has handled the
 * events up to there.
 *
 * @throws ConfigError if its cursor is beyond the last event: it would miss all events until then
 */
async function register(store: Store, consumer: string, after = 0): Promise<void> {
  try {
    await store.acknowledge(consumer, after);
  } catch (error) {
    if (after === 0 || !isConfigError(error)) throw error;
    const rule =
      `is ${after}, and the store has no event with this position: it was replaced or restored. ` +
      'Begin with 0, or with the last position that both have';
    throw new ConfigError('after', rule, { cause: error });
  }
}
