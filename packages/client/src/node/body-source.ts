/** Where a body's bytes come from: the connection, or the decoder behind it. */
export interface BodySource {
  next(): Promise<IteratorResult<Uint8Array, undefined>>;
  /** Lets go of the rest and closes the connection. */
  return(): Promise<IteratorResult<Uint8Array, undefined>>;
  /** All of it, in one piece, where the end has come already. */
  arrived(): Uint8Array | undefined;
}
