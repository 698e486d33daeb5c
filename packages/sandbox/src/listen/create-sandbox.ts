import { ownOptions } from '@syncline/core/internal';
import type { SandboxCredentials } from '../authenticate/credentials.ts';
import { openPortableSandbox } from '../portable/create-portable-sandbox.ts';
import { type PortableSandboxOptions, portableOptionNames } from '../portable/options.ts';
import { type PortableSandbox, type SandboxUrls, urlsOf } from '../portable/portable-sandbox.ts';
import { type ListenOptions, listen } from './listen.ts';
import { ConfigError } from '@syncline/core/errors';
import type { SqlDatabase } from '../store/database.ts';

/** Options of {@link createSandbox}. */
export interface SandboxOptions extends PortableSandboxOptions {
  /** Database file. `close` saves the records that runs have added. @default in memory */
  readonly file?: string | undefined;
}

/** A sandbox that listens on a port. */
export interface ListeningSandbox {
  readonly urls: SandboxUrls;
  readonly credentials: SandboxCredentials;
  /**
   * Takes the service down for this long, in milliseconds or as `'2s'`. Open connections are dropped and new ones are
   * refused. Then it listens again at the same address.
   *
   * @throws ConfigError when the argument is not a duration
   */
  outage(duration: number | string): void;
  /** Stops listening and drops open connections. The sandbox itself stays open. */
  close(): Promise<void>;
}

/** A local copy of the service. */
export interface Sandbox extends PortableSandbox {
  /** Serves over HTTP. @throws ConfigError when the port cannot be used, or the sandbox was closed */
  listen(options?: ListenOptions): Promise<ListeningSandbox>;
  /**
   * Stops listening everywhere and frees the data. Later calls have no effect. Then `fetch` rejects as if nothing
   * listened, and what needs the data throws a ConfigError.
   */
  close(): Promise<void>;
}

/**
 * Creates a sandbox: every operation of the interface over a SQL store, in memory or in a file.
 *
 * @throws ConfigError for an invalid option, record or fault rule. Nothing is started then.
 * @example
 * const sandbox = createSandbox({ data: { jobs: [{ JobName: 'Nightly' }] } });
 * const { basic } = sandbox.credentials;
 * const response = await sandbox.fetch(`${sandbox.urls.odata}/jobs('Nightly')?$select=JobName`, {
 *   headers: { [sandbox.credentials.apiKey.headerName]: sandbox.credentials.apiKey.value },
 * });
 * await response.json(); // { JobName: 'Nightly' }
 */
export function createSandbox(input: SandboxOptions = {}): Sandbox {
  const options = ownOptions(input, { ...portableOptionNames, file: 1 });
  const database = openNodeSqlite(options.file);
  const listening = new Set<() => Promise<void>>();
  let isClosed = false;
  try {
    const portable = openPortableSandbox(database, options);
    if (options.file !== undefined) portable.load();
    return {
      fetch: portable.fetch,
      urls: portable.urls,
      credentials: portable.credentials,
      clock: portable.clock,
      faults: portable.faults,
      names: portable.names,
      get life() {
        return portable.life;
      },
      get examples() {
        return portable.examples;
      },
      get requests() {
        return portable.requests;
      },
      replaying: portable.replaying,
      expireTokens: portable.expireTokens,
      reset: portable.reset,
      async listen(listenOptions: ListenOptions = {}) {
        portable.checkOpen();
        const { origin, outage, close } = await listen(portable.service, listenOptions);
        listening.add(close);
        // It may have been closed in the meantime.
        if (isClosed) {
          await close();
          portable.close();
          portable.checkOpen();
        }
        return {
          urls: urlsOf(origin),
          credentials: portable.credentials,
          outage,
          close: async () => {
            listening.delete(close);
            await close();
          },
        };
      },
      async close() {
        isClosed = true;
        await Promise.all([...listening].map((close) => close()));
        listening.clear();
        portable.close();
      },
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens Node's SQLite in memory or in a file.
 *
 * @throws ConfigError when the file cannot be opened or is not a database, or this Node has no SQLite
 */
export function openNodeSqlite(file = ':memory:'): SqlDatabase {
  // SQLite would use a temporary file, and delete it at the end.
  if (file === '') throw new ConfigError('file', 'must be the path of a SQLite database or of a new file, found ""');
  // Older versions of Node do not have the module, and importing it would fail with an unhelpful code.
  const sqlite = process.getBuiltinModule?.('node:sqlite');
  if (sqlite === undefined)
    throw new ConfigError('@syncline/sandbox', `needs Node 22.13 or newer, but this is Node ${process.versions.node}`);
  try {
    const database = new sqlite.DatabaseSync(file);
    database.exec('PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA user_version');
    return database as unknown as SqlDatabase;
  } catch (error) {
    throw new ConfigError(
      'file',
      `must be a SQLite database or a new file, but ${file} cannot be opened: ${(error as Error).message}`,
    );
  }
}
