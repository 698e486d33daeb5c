/**
 * The mark that every Syncline error carries, whichever package and copy of a package made it. Guards look for it and for
 * `code`, never for a class.
 */
export const errorBrand: unique symbol = Symbol.for('syncline.error') as never;

/** Whether a thrown value is a Syncline error with this code. */
export function hasCode(value: unknown, code: string): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as { [errorBrand]?: unknown })[errorBrand] === true &&
    (value as { code?: unknown }).code === code
  );
}
