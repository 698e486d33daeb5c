/** PEM text or DER bytes, one or several, as `node:tls` takes them. */
export type Certificates = string | Uint8Array | readonly (string | Uint8Array)[];

/** What `createNodeTransport` is made with. Each value is checked when the transport is made. */
export interface NodeTransportOptions {
  /**
   * Certificate authorities to trust **in addition** to those that Node trusts: the way to a server with a certificate
   * of your own authority, or a self-signed one. There is no switch that turns the check off.
   */
  readonly ca?: Certificates | undefined;
  /** The client certificate, with its chain; goes with `key` */
  readonly cert?: Certificates | undefined;
  /** The private key of `cert` */
  readonly key?: string | Uint8Array | undefined;
  /** What `key` is encrypted with */
  readonly passphrase?: string | undefined;
  /**
   * The name that the server's certificate must bear, where it differs from the host of the address. @default the host
   */
  readonly servername?: string | undefined;
  /**
   * An HTTP proxy, such as `http://proxy.example:3128`; `http://user:password@…` signs in to it. https goes through a
   * tunnel (CONNECT), so the proxy sees neither credential nor data; plain http is forwarded. Environment variables are
   * not read.
   */
  readonly proxy?: string | undefined;
  /**
   * The most connections to one origin; further requests wait. @default no limit: as many as there are requests at once
   */
  readonly connections?: number | undefined;
  /**
   * How many requests may be under way on one connection. Above 1 a slow answer holds up those behind it, and a broken
   * connection fails them all. What it saves is connections (figures: decision record 0040). @default 1
   */
  readonly pipelining?: number | undefined;
  /**
   * Milliseconds an idle connection is kept where the server gives no hint. It never keeps the process alive. @default
   * 4000
   */
  readonly keepAliveTimeout?: number | undefined;
  /** The most milliseconds an idle connection is kept, whatever the server hints. @default 600000 */
  readonly keepAliveMaxTimeout?: number | undefined;
  /** Milliseconds a connection may take to come about. @default 10000 */
  readonly connectTimeout?: number | undefined;
}
