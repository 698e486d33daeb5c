/** Waits until everything that is ready has run. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
