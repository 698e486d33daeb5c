/** Lets everything that is ready run. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

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
