import { serveStdio as serveProtocol, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { createProtocolServer } from '../server/protocol-server.ts';
import type { ToolCaller } from '../server/tool-caller.ts';
import { checkLines } from './check-lines.ts';

/** Serves one client over stdin and stdout. Nothing else may write to stdout. */
export function serveStdio(caller: ToolCaller): { close(): Promise<void> } {
  const { stdin, stdout } = process;
  const lines = checkLines((line) => void stdout.write(line));
  const served = serveProtocol(() => createProtocolServer(caller), {
    transport: new StdioServerTransport(stdin.pipe(lines), stdout),
    // Protocol errors may quote what was received, so they are not printed. The audit lines contain the results of calls.
    onerror: () => undefined,
    maxSubscriptions: 1,
  });
  return {
    close: async () => {
      stdin.unpipe(lines).pause();
      await served.close();
    },
  };
}
