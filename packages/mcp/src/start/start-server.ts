import { once } from 'node:events';
import {
  type Clock,
  ConfigError,
  isSynclineError,
  type OptionNames,
  ownOptions,
  systemClock,
  type Transport,
  withoutPrototype,
} from '@syncline/core/internal';
import { createProxiedTransport, loadConfig, openEnvironment } from '@syncline/ops';
import { createReadOnlyTransport, createRequestBudget } from '../access/read-only-transport.ts';
import { serveHttp } from '../serve/serve-http.ts';
import { serveStdio } from '../serve/serve-stdio.ts';
import { createToolCaller, type ToolCaller } from '../server/tool-caller.ts';

/** Options of `openTools` and `startServer`. */
export interface OpenToolsOptions {
  /** The path of the configuration. @default SYNCLINE_CONFIG, otherwise syncline.yaml */
  readonly file?: string | undefined;
  /** The name of the environment. @default SYNCLINE_ENVIRONMENT, otherwise `default` of the file, or the only one */
  readonly environment?: string | undefined;
  /** @default process.env */
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined;
  /** Sends the requests. Only GET requests reach it. @default a transport over Node's connections and the proxies of the environment variables */
  readonly fetch?: Transport | undefined;
  readonly clock?: Clock | undefined;
  /** Receives one line of JSON for each call. @default stderr */
  readonly audit?: ((line: string) => void) | undefined;
}

/** The tools of an environment, ready to be called. */
export interface OpenTools extends ToolCaller {
  /** The name of the environment */
  readonly environment: string;
  /** Looks up the token of HTTP clients. @throws {ConfigError} when none is configured */
  token(): Promise<string>;
}

const toolNames: OptionNames<OpenToolsOptions> = {
  file: 1,
  environment: 1,
  variables: 1,
  fetch: 1,
  clock: 1,
  audit: 1,
};

/** The maximum number of requests per minute, unless `mcp.requestsPerMinute` is set. */
const standardBudget = 300;

/**
 * Opens an environment of `syncline.yaml` for the tools. Its clients use a transport that sends only GET requests, and
 * counts them. Nothing is sent yet.
 *
 * @throws {ConfigError} when an option is unknown, or the configuration cannot be used
 */
export async function openTools(options?: OpenToolsOptions): Promise<OpenTools> {
  const checked = ownOptions(options, toolNames);
  const { file, environment: name, variables, clock = systemClock, fetch: customFetch } = checked;
  const audit = checked.audit ?? ((line: string) => void process.stderr.write(`${line}\n`));
  const nodeTransport = customFetch === undefined ? createProxiedTransport(variables ?? process.env) : undefined;
  const inner = customFetch ?? (nodeTransport as Transport);
  // The budget is part of the configuration, and reading the configuration needs a transport.
  let transport: Transport = () => Promise.reject(new ConfigError('mcp', 'is not open yet'));
  const fetch: Transport = (url, init) => transport(url, init);
  try {
    const { config } = await loadConfig({ file, environment: name, variables });
    const environment = await openEnvironment({ file, environment: name, variables, fetch, uses: ['odata', 'v2'] });
    const { mcp = {}, v2 } = environment;
    if (mcp.workspaces !== undefined && v2 === undefined)
      throw new ConfigError('mcp.workspaces', `needs environments.${environment.name}.v2, which lists the workspaces`);
    const budget = createRequestBudget(mcp.requestsPerMinute ?? standardBudget, clock);
    transport = createReadOnlyTransport(inner, budget);
    const caller = createToolCaller({
      environment,
      environments: Object.keys(config.environments),
      budget,
      clock,
      audit,
      openOther: (otherName) =>
        openEnvironment({ file, environment: otherName, variables, fetch, uses: ['odata', 'v2'] }),
    });
    return {
      ...caller,
      environment: environment.name,
      token: () => {
        if (mcp.token === undefined)
          throw new ConfigError('mcp.token', 'must be set to serve over HTTP, such as { env: SYNCLINE_MCP_TOKEN }');
        return mcp.token();
      },
      close: async () => {
        await caller.close();
        await environment.close();
        await nodeTransport?.close();
      },
    };
  } catch (error) {
    await nodeTransport?.close();
    throw error;
  }
}

/** Options of `startServer`. */
export interface ServerOptions extends OpenToolsOptions {
  /** How clients connect. @default 'stdio' */
  readonly transport?: 'stdio' | 'http' | undefined;
  /** The port on 127.0.0.1 for `http`; 0 for any free port. @default 7431 */
  readonly port?: number | undefined;
}

const serverNames: OptionNames<ServerOptions> = { ...toolNames, transport: 1, port: 1 };

/** A running server. */
export interface RunningServer {
  readonly environment: string;
  /** The URL for clients; undefined for stdio */
  readonly url: string | undefined;
  close(): Promise<void>;
}

/** The default port of a server. */
export const standardPort = 7431;

/**
 * Starts a read-only MCP server: over stdin and stdout for the program that started it, or over HTTP for programs on this
 * machine that know the token of the configuration.
 *
 * @throws {ConfigError} when an option is unknown, the configuration cannot be used, or the port cannot be opened
 */
export async function startServer(options?: ServerOptions): Promise<RunningServer> {
  const { transport = 'stdio', port = standardPort, ...rest } = ownOptions(options, serverNames);
  const tools = await openTools(rest);
  try {
    const served =
      transport === 'http' ? await serveHttp(tools, { port, token: await tools.token() }) : serveStdio(tools);
    return {
      environment: tools.environment,
      url: 'url' in served ? (served.url as string) : undefined,
      close: async () => {
        await served.close();
        await tools.close();
      },
    };
  } catch (error) {
    await tools.close();
    throw error;
  }
}

/** Options of `runServer`. */
export interface RunOptions extends Pick<ServerOptions, 'file' | 'environment' | 'transport' | 'port'> {
  /** Aborting it stops the server. @default SIGINT, SIGTERM, and the end of stdin if clients use it */
  readonly signal?: AbortSignal | undefined;
}

/** The exit status of a server: 0 if it was stopped, 2 if the configuration cannot be used, 130 after Ctrl-C. */
export type ServerStatus = 0 | 2 | 130;

/** Runs a server in this process until it is stopped, and prints its address to stderr. */
export async function runServer(input: RunOptions = {}): Promise<ServerStatus> {
  const { signal, ...options } = withoutPrototype(input);
  const note = (text: string): void => void process.stderr.write(`syncline-mcp: ${text}\n`);
  // A client may close its end of stderr. The server continues without audit lines.
  process.stderr.on('error', ignore);
  const end = new AbortController();
  let status: ServerStatus = 0;
  const stop = (): void => end.abort();
  const interrupt = (): void => {
    status = 130;
    stop();
  };
  try {
    const server = await startServer(options);
    process.once('SIGINT', interrupt).once('SIGTERM', stop);
    note(`read-only, environment ${server.environment}, ${server.url ?? 'stdio'}`);
    signal?.addEventListener('abort', stop);
    if (server.url === undefined) process.stdin.once('close', stop).once('end', stop);
    if (!end.signal.aborted && signal?.aborted !== true) await once(end.signal, 'abort');
    await server.close();
    return status;
  } catch (error) {
    if (!isSynclineError(error)) throw error;
    note(error.message);
    return 2;
  } finally {
    process.stderr.off('error', ignore);
    process.off('SIGINT', interrupt).off('SIGTERM', stop);
    signal?.removeEventListener('abort', stop);
  }
}

function ignore(): void {}
