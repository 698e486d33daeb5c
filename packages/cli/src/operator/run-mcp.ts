import { ConfigError } from '@syncline/core/internal';
import type { OperatorOptions } from './operator-output.ts';

type ServerStatus = 0 | 2 | 130;

/** The part of `@syncline/mcp` that is used here. */
interface McpPackage {
  runServer(options: {
    readonly file?: string | undefined;
    readonly environment?: string | undefined;
    readonly transport: 'stdio' | 'http';
    readonly port?: number | undefined;
  }): Promise<ServerStatus>;
}

/** A variable instead of a literal: the package is optional, so neither the compiler nor the build may need it. */
const packageName: string = '@syncline/mcp';

/**
 * Starts the MCP server if its package is installed.
 *
 * @returns the exit status, once the server has ended
 * @throws {ConfigError} when the package is not installed, or the port is not valid
 */
export async function runMcp({ config, environment, http, port }: OperatorOptions): Promise<ServerStatus> {
  if (port !== undefined && http !== true) throw new ConfigError('--port', 'needs --http');
  const number = port === undefined ? undefined : Number(port);
  if (number !== undefined && !(/^\d{1,5}$/.test(String(port)) && number <= 65_535))
    throw new ConfigError('--port', 'must be a whole number from 0 to 65535');
  const { runServer } = await load();
  return runServer({ file: config, environment, transport: http === true ? 'http' : 'stdio', port: number });
}

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
