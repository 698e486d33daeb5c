/** The source of a body's bytes: the connection, or the decoder after it. */
export interface BodySource {
  next(): Promise<IteratorResult<Uint8Array, undefined>>;
  /** Discards the rest and closes the connection. */
  return(): Promise<IteratorResult<Uint8Array, undefined>>;
  /** The whole body in one piece, if it has arrived completely. */
  arrived(): Uint8Array | undefined;
}
