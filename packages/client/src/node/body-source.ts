/** The source of a body's bytes: the connection, or the decoder after it. */
export interface BodySource {
  /** @param isDecoder - whether a decoder asks, which reads ahead of the body's reader */
  next(isDecoder?: boolean): Promise<IteratorResult<Uint8Array, undefined>>;
  /** Notes that the body's reader waits for a decoded part, and returns the part. */
  decoding<Part>(part: Promise<Part>): Promise<Part>;
  /** Discards the rest and closes the connection. */
  return(): Promise<IteratorResult<Uint8Array, undefined>>;
  /** The whole body in one piece, if it has arrived completely. */
  arrived(): Uint8Array | undefined;
}
