/** The source of a body's bytes: the connection, or the decoder that reads from it. */
export interface BodySource {
  next(): Promise<IteratorResult<Uint8Array, undefined>>;
  /** Drops the rest of the body and closes the connection. */
  return(): Promise<IteratorResult<Uint8Array, undefined>>;
  /** The whole body in one piece, if it has already arrived; otherwise undefined. */
  arrived(): Uint8Array | undefined;
}
