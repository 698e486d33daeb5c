import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that can be down for a while. */
export interface Outage {
  /** Drops every connection and refuses new ones for so many milliseconds; while it is down already, nothing more. */
  begin(ms: number): void;
  /** Leaves the server down for good. */
  stop(): void;
}

/** How long to wait for the port, should somebody else have taken it meanwhile. */
const againMs = 50;

/** Takes a listening server down, and up again at the same address. */
export function createOutage(server: Server): Outage {
  const { address: host, port } = server.address() as AddressInfo;
  let timer: NodeJS.Timeout | undefined;
  const up = (): void => {
    timer = undefined;
    server.listen(port, host);
  };
  server.on('error', () => {
    if (!server.listening) timer = setTimeout(up, againMs);
  });
  return {
    begin(ms) {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      timer = setTimeout(up, ms);
    },
    stop: () => clearTimeout(timer),
  };
}
