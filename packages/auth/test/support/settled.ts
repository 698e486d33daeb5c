/** Waits until everything that is ready has run. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

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
