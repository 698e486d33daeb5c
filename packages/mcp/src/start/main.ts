import { parseArgs } from 'node:util';
import { version } from '../server/protocol-server.ts';
import { runServer, type ServerStatus, standardPort } from './start-server.ts';

const help = `Usage: syncline-mcp [options]

A read-only MCP server over the jobs and runs of a data synchronization service.
It serves the program that starts it over stdin and stdout, and writes one line
of JSON for each call to stderr.

Options:
  --http                serve programs on this machine over HTTP instead of
                        stdin and stdout; needs mcp.token in the configuration
  --port <number>       the port to listen on, at 127.0.0.1; 0 for any free port
                        (default: ${standardPort})
  --config <file>       the configuration (default: SYNCLINE_CONFIG, otherwise
                        syncline.yaml)
  --environment <name>  the environment of the configuration (default:
                        SYNCLINE_ENVIRONMENT)
  -v, --version         print the version
  -h, --help            print this text

Exit status:
  0    the client closed stdin, or SIGTERM stopped the server
  2    an option or the configuration cannot be used
  130  interrupted
`;

/** Runs the command line of this process. */
export async function main(args: readonly string[] = process.argv.slice(2)): Promise<void> {
  process.exitCode = await run(args);
}

async function run(args: readonly string[]): Promise<ServerStatus> {
  const refuse = (text: string): 2 => {
    process.stderr.write(`syncline-mcp: ${text}. See syncline-mcp --help.\n`);
    return 2;
  };
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return refuse((error as Error).message.replace(/\. .*|\.$/s, ''));
  }
  if (values.help === true) return print(help);
  if (values.version === true) return print(`${version()}\n`);
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(/^\d{1,5}$/.test(values.port ?? '') && port <= 65_535))
    return refuse('--port must be a whole number from 0 to 65535');
  if (port !== undefined && values.http !== true) return refuse('--port needs --http');
  return runServer({
    file: values.config,
    environment: values.environment,
    transport: values.http === true ? 'http' : 'stdio',
    port,
  });
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    config: text,
    environment: text,
    port: text,
    http: flag,
    version: { ...flag, short: 'v' },
    help: { ...flag, short: 'h' },
  } as const;
  return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
}

function print(text: string): 0 {
  process.stdout.write(text);
  return 0;
}
