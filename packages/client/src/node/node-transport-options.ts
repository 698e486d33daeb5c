import type { Clock } from '@syncline/core/internal';

/** PEM with one or several certificates, as text or bytes; the bytes of one certificate as DER; or a list of these. */
export type Certificates = string | Uint8Array | readonly (string | Uint8Array)[];

/** Options of `createNodeTransport`. It checks each value when it is called. */
export interface NodeTransportOptions {
  /**
   * Certificate authorities to trust **in addition** to those that Node trusts, for a server with a certificate of your
   * own authority, or a self-signed one. The check cannot be turned off.
   */
  readonly ca?: Certificates | undefined;
  /** The client certificate, then those of the authorities between it and one that the server trusts; needs `key` */
  readonly cert?: Certificates | undefined;
  /** The private key of `cert`, as PEM */
  readonly key?: string | Uint8Array | undefined;
  /** The passphrase of `key`, if it is encrypted */
  readonly passphrase?: string | undefined;
  /** The name in the server's certificate, if it differs from the host of the address. @default the host */
  readonly servername?: string | undefined;
  /**
   * An HTTP proxy, such as `http://proxy.example:3128`; `http://user:password@…` signs in to it. https goes through a
   * tunnel (CONNECT), so the proxy sees neither credential nor data; plain http is forwarded. Environment variables are
   * not read.
   */
  readonly proxy?: string | undefined;
  /**
   * The maximum number of connections to one origin; further requests wait. @default no limit: one per concurrent
   * request
   */
  readonly connections?: number | undefined;
  /**
   * How many requests one connection carries at a time. Above 1, a slow response delays those after it, and a broken
   * connection fails all of them, but fewer connections are needed (figures: decision record 0040). @default 1
   */
  readonly pipelining?: number | undefined;
  /**
   * Milliseconds for which an idle connection is kept if the server sends no hint. It never keeps the process alive.
   * @default 4000
   */
  readonly keepAliveTimeout?: number | undefined;
  /**
   * How long, at most, an idle connection is kept, regardless of the server's hint, in milliseconds. @default 600000
   */
  readonly keepAliveMaxTimeout?: number | undefined;
  /** The time limit for establishing a connection, in milliseconds. @default 10000 */
  readonly connectTimeout?: number | undefined;
  /**
   * How long `close()` waits for the next read of an open response, in milliseconds. After that, the response counts as
   * abandoned. @default 1000
   */
  readonly closeTimeout?: number | undefined;
  /** The clock of `closeTimeout`, which a test can replace. @default the machine's clock */
  readonly clock?: Clock | undefined;
}
