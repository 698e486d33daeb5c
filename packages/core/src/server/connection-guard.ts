import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many connections a server has. */
export interface ConnectionLimits {
  /** Maximum number of connections */
  readonly most: number;
  /** Maximum number of those whose client has not said who it is. The others are left for those that have */
  readonly mostStrangers: number;
  /** How long a connection may stay a stranger, in milliseconds. @default 5 seconds */
  readonly strangerTimeout?: number | undefined;
}

/** How often Node looks for requests that take too long. By default, it looks every 30 seconds. */
export const connectionsCheckingInterval = 1_000;

/**
 * Keeps a server available while clients hold connections open: idle ones, or ones that send half of a header. A
 * connection is that of a stranger until the server accepts a request of it. When there are too many strangers, the one
 * that has been there longest loses its connection, so that a client that says at once who it is always gets in. When
 * there are too many connections, a stranger or an idle one is closed for a new one.
 *
 * This object owns the lists of the connections. The server's own limit must not be set: it refuses those that come
 * last.
 */
export class ConnectionGuard {
  readonly #limits: ConnectionLimits;
  /** In the order in which they came */
  readonly #strangers = new Map<Socket, NodeJS.Timeout>();
  /** In the order of their last request */
  readonly #known = new Set<Socket>();
  readonly #busy = new Set<Socket>();

  constructor(server: Server, limits: ConnectionLimits) {
    this.#limits = limits;
    server.on('connection', (socket) => this.#add(socket));
  }

  /** Says that a request was accepted: its connection is no longer that of a stranger. */
  accept({ socket }: IncomingMessage, response: ServerResponse): void {
    const timer = this.#strangers.get(socket);
    clearTimeout(timer);
    this.#strangers.delete(socket);
    this.#known.delete(socket);
    if (socket.destroyed) return;
    this.#known.add(socket);
    this.#busy.add(socket);
    response.once('close', () => this.#busy.delete(socket));
  }

  #add(socket: Socket): void {
    const { strangerTimeout = 5_000, mostStrangers, most } = this.#limits;
    const timer = setTimeout(() => this.#close(socket), strangerTimeout).unref();
    this.#strangers.set(socket, timer);
    socket.once('close', () => this.#forget(socket));
    if (this.#strangers.size > mostStrangers) this.#close(this.#strangers.keys().next().value);
    if (this.#strangers.size + this.#known.size > most) this.#close(this.#victim(socket));
  }

  /** The connection that is closed for a new one; the new one itself if all others are in use. */
  #victim(added: Socket): Socket {
    const [oldest = added] = this.#strangers.keys();
    if (oldest !== added) return oldest;
    return [...this.#known].find((socket) => !this.#busy.has(socket)) ?? added;
  }

  #close(socket: Socket | undefined): void {
    if (socket === undefined) return;
    this.#forget(socket);
    socket.destroy();
  }

  #forget(socket: Socket): void {
    clearTimeout(this.#strangers.get(socket));
    this.#strangers.delete(socket);
    this.#known.delete(socket);
    this.#busy.delete(socket);
  }
}
