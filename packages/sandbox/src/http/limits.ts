/** Bytes of a request body that are read; more is answered 413. */
export const maxBodyBytes = 1024 * 1024;
/** Bytes of request line and headers together; more is answered 431. */
export const maxHeaderBytes = 16 * 1024;

/** A body over {@link maxBodyBytes}. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}
