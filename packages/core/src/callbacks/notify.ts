import { guard } from './guard-callback.ts';

/**
 * Calls a listener that the caller passed. Its failure has no effect: what it throws is ignored, and so is the
 * rejection of an `async` listener, which would otherwise end the process. Nobody waits for it.
 */
export function notify<Event>(listener: (event: Event) => unknown, event: Event): void {
  void guard<unknown>(
    () => listener(event),
    () => undefined,
  );
}
