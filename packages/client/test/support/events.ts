import { settled } from './in-process.ts';
import { serve } from './serve.ts';

/** Runs the event loop until a condition holds. The time limit of the test ends the loop if it never does. */
export const eventually = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await settled();
};

/** A promise that a test resolves with `open` to let the code that waits for it continue. */
export const gate = (): { readonly opened: Promise<void>; readonly open: () => void } => {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};

/**
 * Returns a function that waits until data on its way between two sockets of this process has arrived. It sends several
 * requests to another server, one after the other.
 */
export const startDelivery = async (): Promise<() => Promise<void>> => {
  const url = await serve((_, response) => response.end());
  return async () => {
    for (let count = 0; count < 5; count += 1) await (await fetch(url)).text();
  };
};
