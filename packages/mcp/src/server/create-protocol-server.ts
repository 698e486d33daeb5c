import { McpServer } from '@modelcontextprotocol/server';
import { version } from '../version/version.ts';
import type { ToolCaller } from './create-tool-caller.ts';
import { instructions } from './instructions.ts';
import { toolSurface } from './tool-surface.ts';

/**
 * The protocol server for the tools, for one connection or one HTTP request. It uses the low-level handlers, because
 * the library's own ones would quote arguments and errors, and would convert the schemas for each connection.
 */
export function createProtocolServer(caller: ToolCaller): McpServer {
  const server = new McpServer(
    { name: 'syncline', title: 'Syncline (read-only)', version: version() },
    { capabilities: { tools: {} }, instructions },
  );
  server.server.setRequestHandler('tools/list', () => ({ tools: [...toolSurface] }));
  server.server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) =>
    server.server.projectCallToolResult(
      { ...(await caller.call(params.name, params.arguments, mcpReq.signal)) },
      undefined,
    ),
  );
  return server;
}
