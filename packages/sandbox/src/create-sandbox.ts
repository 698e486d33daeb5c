import type { SandboxCredentials } from './authenticate/credentials.ts';
import { openCore } from './core/create-core.ts';
import type { CoreOptions } from './core/options.ts';
import type { SandboxCore } from './core/sandbox-core.ts';
import { type SandboxUrls, urlsOf } from './core/urls.ts';
import { listen, type ListenOptions } from './listen/listen.ts';
import { openNodeSqlite } from './store/node-sqlite.ts';

/** What a sandbox is made from. */
export interface SandboxOptions extends CoreOptions {
  /** Database file; what runs add is kept in it by `close`. @default in memory */
  readonly file?: string;
}

/** A sandbox that listens. */
export interface ListeningSandbox {
  readonly urls: SandboxUrls;
  readonly credentials: SandboxCredentials;
  /**
   * The service is down for this long, in milliseconds or as `'2s'`: open connections are dropped and new ones refused, then it
   * listens again at the same address.
   *
   * @throws ConfigError for what is no duration
   */
  outage(duration: number | string): void;
  /** Stops listening and drops open connections; the sandbox itself stays. */
  close(): Promise<void>;
}

/** The service on your own machine. */
export interface Sandbox extends SandboxCore {
  /** Serves over HTTP. @throws ConfigError when the port cannot be had */
  listen(options?: ListenOptions): Promise<ListeningSandbox>;
  /** Stops listening everywhere and frees the data. */
  close(): Promise<void>;
}

/**
 * Makes a sandbox: every operation of the interface over a real SQL store, in memory or in a file.
 *
 * @throws ConfigError for a wrong option, record or rule; nothing is started then
 * @example
 * const sandbox = createSandbox({ data: { jobs: [{ JobName: 'Nightly' }] } });
 * const { basic } = sandbox.credentials;
 * const response = await sandbox.fetch(`${sandbox.urls.odata}/jobs('Nightly')?$select=JobName`, {
 *   headers: { [sandbox.credentials.apiKey.headerName]: sandbox.credentials.apiKey.value },
 * });
 * await response.json(); // { JobName: 'Nightly' }
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const database = openNodeSqlite(options.file);
  const listening = new Set<() => Promise<void>>();
  try {
    const core = openCore(database, options);
    if (options.file !== undefined) core.load();
    return {
      fetch: core.fetch,
      urls: core.urls,
      credentials: core.credentials,
      clock: core.clock,
      faults: core.faults,
      get life() {
        return core.life;
      },
      get examples() {
        return core.examples;
      },
      get requests() {
        return core.requests;
      },
      expireTokens: core.expireTokens,
      reset: core.reset,
      async listen(listenOptions: ListenOptions = {}) {
        const { origin, outage, close } = await listen(core.service, listenOptions);
        listening.add(close);
        return {
          urls: urlsOf(origin),
          credentials: core.credentials,
          outage,
          close: async () => {
            listening.delete(close);
            await close();
          },
        };
      },
      async close() {
        await Promise.all([...listening].map((close) => close()));
        listening.clear();
        core.close();
      },
    };
  } catch (error) {
    database.close();
    throw error;
  }
}
