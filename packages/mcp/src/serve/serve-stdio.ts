import { serveStdio as serveProtocol } from '@modelcontextprotocol/server/stdio';
import { createProtocolServer } from '../server/create-protocol-server.ts';
import type { ToolCaller } from '../server/create-tool-caller.ts';

/** Serves one client over stdin and stdout. Nothing else may write to stdout. */
export function serveStdio(caller: ToolCaller): { close(): Promise<void> } {
  // Protocol errors may quote what was received, so they are not printed. The audit lines contain the results of calls.
  return serveProtocol(() => createProtocolServer(caller), { onerror: () => undefined, maxSubscriptions: 1 });
}
