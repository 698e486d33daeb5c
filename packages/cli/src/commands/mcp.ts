import { ConfigError } from '@syncline/core/internal';
import { defineCommand } from '../command/define-command.ts';

/** The part of `@syncline/mcp` that is used here. */
interface McpPackage {
  runServer(options: {
    readonly file?: string | undefined;
    readonly environment?: string | undefined;
    readonly transport: 'stdio' | 'http';
    readonly port?: number | undefined;
  }): Promise<0 | 2 | 130>;
}

/** A variable instead of a literal: the package is optional, so neither the compiler nor the build may need it. */
const packageName: string = '@syncline/mcp';

/** `syncline mcp`: starts the MCP server if its package is installed, and waits until it has ended. */
export const mcp = defineCommand({
  name: 'mcp',
  group: 'operators',
  summary: 'start the read-only MCP server for an assistant; needs the package @syncline/mcp',
  options: {
    http: { text: 'serve programs on this machine over HTTP instead of stdin and stdout; needs mcp.token' },
    port: { value: 'number', text: 'the port to listen on, at 127.0.0.1; 0 for any free port (default: 7431)' },
  },
  examples: ['syncline mcp', 'syncline mcp --http --port 7431'],
  exitStatuses: { 0: 'the client closed stdin, or SIGTERM stopped the server' },
  hasConfiguration: true,
  async run({ http, port }, { configuration: { file, environment } }) {
    if (port !== undefined && http !== true) throw new ConfigError('--port', 'needs --http');
    if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
      throw new ConfigError('--port', 'must be a whole number from 0 to 65535');
    const { runServer } = await load();
    const transport = http === true ? 'http' : 'stdio';
    return runServer({ file, environment, transport, port: port === undefined ? undefined : Number(port) });
  },
});

async function load(): Promise<McpPackage> {
  try {
    return (await import(packageName)) as McpPackage;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ConfigError(
      'This command',
      `needs the package ${packageName}. Install it with: npm install ${packageName}`,
    );
  }
}
