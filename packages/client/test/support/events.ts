import { settled } from './in-process.ts';
import { serve } from './serve.ts';

/** Lets the event loop turn until a condition holds; the time limit of the test bounds it. */
export const eventually = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await settled();
};

/** A promise that a test resolves when it wants what waits for it to continue. */
export const gate = (): { readonly opened: Promise<void>; readonly open: () => void } => {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};

/**
 * A way to let what is already on its way between two sockets of this process arrive: several requests to another
 * server, one after the other.
 */
export const startDelivery = async (): Promise<() => Promise<void>> => {
  const url = await serve((_, response) => response.end());
  return async () => {
    for (let count = 0; count < 5; count += 1) await (await fetch(url)).text();
  };
};
