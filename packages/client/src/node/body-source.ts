/** Where a body's bytes come from: the connection, or the decoder behind it. Read with `next` or `collect`, not both. */
export interface BodySource {
  next(): Promise<IteratorResult<Uint8Array, undefined>>;
  /** Lets go of the rest and closes the connection. */
  return(): Promise<IteratorResult<Uint8Array, undefined>>;
  /** All that is left, in one piece. */
  collect(): Promise<Uint8Array>;
}
