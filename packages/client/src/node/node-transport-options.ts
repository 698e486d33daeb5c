/** One or several certificates, as PEM text or DER bytes, as `node:tls` accepts them. */
export type Certificates = string | Uint8Array | readonly (string | Uint8Array)[];

/** The options of `createNodeTransport`. They are checked when the transport is created. */
export interface NodeTransportOptions {
  /**
   * Certificate authorities to trust **in addition** to those that Node trusts, for a server whose certificate is
   * self-signed or comes from your own authority. No option turns the check off.
   */
  readonly ca?: Certificates | undefined;
  /** The client certificate with its chain. Requires `key` */
  readonly cert?: Certificates | undefined;
  /** The private key of `cert`. Requires `cert` */
  readonly key?: string | Uint8Array | undefined;
  /** The passphrase that decrypts `key` */
  readonly passphrase?: string | undefined;
  /** The name that the server's certificate must have. @default the host of the address */
  readonly servername?: string | undefined;
  /**
   * An HTTP proxy, such as `http://proxy.example:3128`, or `http://user:password@…` for one that requires a password.
   * https goes through a tunnel (CONNECT), so the proxy sees neither the credential nor the data. Plain http is
   * forwarded. Environment variables are not read.
   */
  readonly proxy?: string | undefined;
  /** The most connections to one origin, from 1. Further requests wait. @default one for each concurrent request */
  readonly connections?: number | undefined;
  /**
   * How many requests may be under way on one connection, from 1. With more than 1, a slow response delays those behind
   * it, and a broken connection fails all of them. It saves connections (decision record 0040 has the figures).
   *
   * @default 1
   */
  readonly pipelining?: number | undefined;
  /**
   * Milliseconds to keep an idle connection if the server does not say. It never keeps the process alive. @default 4000
   */
  readonly keepAliveTimeout?: number | undefined;
  /** The most milliseconds to keep an idle connection, whatever the server says. @default 600000 */
  readonly keepAliveMaxTimeout?: number | undefined;
  /** Milliseconds to wait for a connection. @default 10000 */
  readonly connectTimeout?: number | undefined;
}
