/** Marks every error of Syncline, in every copy of every package. */
export const brand: unique symbol = Symbol.for('syncline.error');

/** Whether `error` is one of ours with this `name`; holds across package copies, where `instanceof` does not. */
export function isBranded(error: unknown, name: string): boolean {
  return typeof error === 'object' && error !== null && brand in error && 'name' in error && error.name === name;
}
