/** Lets everything that is ready run. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
