import { once } from 'node:events';
import { isSynclineError } from '@syncline/core/internal';
import { type ServerOptions, startServer } from '../start/start-server.ts';

/** Options of `runServer`. */
export interface RunOptions extends Pick<ServerOptions, 'file' | 'environment' | 'transport' | 'port'> {
  /** Aborting it stops the server. @default SIGINT, SIGTERM, and the end of stdin if clients use it */
  readonly signal?: AbortSignal | undefined;
}

/** The exit status of a server: 0 if it was stopped, 2 if the configuration cannot be used, 130 after Ctrl-C. */
export type ServerStatus = 0 | 2 | 130;

/** Runs a server in this process until it is stopped, and prints its address to stderr. */
export async function runServer({ signal, ...options }: RunOptions = {}): Promise<ServerStatus> {
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
