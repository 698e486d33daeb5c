import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Simulates outages of a server. */
export interface Outage {
  /** Drops every connection and refuses new ones for this many milliseconds. Does nothing during an outage. */
  begin(ms: number): void;
  /** Prevents the server from listening again. */
  stop(): void;
}

/** How long to wait before trying again when another program has taken the port. */
const retryMs = 50;

/** Stops a listening server and starts it again at the same address. */
export function createOutage(server: Server): Outage {
  const { address: host, port } = server.address() as AddressInfo;
  let timer: NodeJS.Timeout | undefined;
  const listenAgain = (): void => {
    timer = undefined;
    server.listen(port, host);
  };
  server.on('error', () => {
    if (!server.listening) timer = setTimeout(listenAgain, retryMs);
  });
  return {
    begin(ms) {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      timer = setTimeout(listenAgain, ms);
    },
    stop: () => clearTimeout(timer),
  };
}
