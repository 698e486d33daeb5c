/** A response of the server. */
export interface MonitorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A text, or bytes in parts that follow each other */
  readonly body: string | readonly Buffer[];
  /** The body for a client that accepts gzip, in parts */
  readonly packed?: readonly Buffer[] | undefined;
}
