/** Waits until everything that is ready has run. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Runs the event loop until a condition holds. The time limit of the test ends the loop if it never does. */
export async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await settled();
}

/** A promise that a test resolves with `open` to let the code that waits for it continue. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

interface Closing {
  once(event: 'close' | 'error', listener: () => void): unknown;
}

/** Waits until a connection is closed, also by a reset, which is how a server's close looks to one that is still writing. */
export function whenClosed(socket: Closing): Promise<void> {
  socket.once('error', () => {});
  return new Promise((resolve) => void socket.once('close', resolve));
}
