/**
 * True, false, or undefined for "cannot be known". Rules combine conditions with these functions, so that a job never
 * passes because a field is missing.
 */
export type Known = boolean | undefined;

/** False if any part is false; otherwise true only if every part is known to be true. */
export function allOf(...parts: readonly Known[]): Known {
  return parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;
}

/** True if any part is true; otherwise false only if every part is known to be false. */
export function anyOf(...parts: readonly Known[]): Known {
  return parts.includes(true) ? true : parts.includes(undefined) ? undefined : false;
}

/** The opposite of a condition; undefined stays undefined. */
export function not(part: Known): Known {
  return part === undefined ? undefined : !part;
}
