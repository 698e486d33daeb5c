import { dirname, resolve } from 'node:path';
import { createODataClient, createV2Client, type HistoryRecord, type Transport } from '@syncline/client';
import { defineOutcomes, type RunAccessors } from '@syncline/runs';
import type { Config } from '../config/config-schema.ts';
import { readVocabulary } from '../config/read-vocabulary.ts';
import { resolveSecret, type SecretContext } from '../credentials/resolve-secret.ts';
import type { Environment } from './environment.ts';
import { type Interface, loadConfig, type LoadedConfig, type LoadOptions } from './load-config.ts';

/** Options of `openEnvironment`. */
export interface OpenOptions extends LoadOptions {
  /** Sends the requests of the clients. @default the platform's `fetch` */
  readonly fetch?: Transport | undefined;
}

/**
 * Loads `syncline.yaml`, selects an environment, and creates what a command works with. User names are looked up now, and
 * secrets when they are needed.
 *
 * @throws {ConfigFileError} with every problem of the file
 * @throws {ConfigError} when the file cannot be read, it is not clear which environment is meant, or a name cannot be looked
 *   up
 */
export async function openEnvironment(options: OpenOptions = {}): Promise<Environment> {
  const { fetch, ...load } = options;
  const loaded = await loadConfig(load);
  const { config, environment: name } = loaded;
  const { outcomes, history, freshness = [], lint = {}, store } = config;
  const context: SecretContext = {
    folder: dirname(resolve(loaded.file)),
    variables: load.variables,
    commandTimeout: load.commandTimeout,
  };
  return {
    name,
    odata: await clientOf(loaded, 'odata', (url, credential) => createODataClient({ baseUrl: url, credential, fetch })),
    v2: await clientOf(loaded, 'v2', (url, credential) => createV2Client({ baseUrl: url, credential, fetch })),
    classify: outcomes && defineOutcomes<never>(readVocabulary(outcomes).options),
    history: history as RunAccessors<HistoryRecord> | undefined,
    freshness,
    lint,
    store: store && storeOf(store, context),
    // The platform's fetch has no connections of its own to close.
    close: async () => {},
  };
}

/** The client of an interface; undefined if neither the file nor a variable has its address. */
async function clientOf<Client>(
  loaded: LoadedConfig,
  kind: Interface,
  create: (url: string, credential: Awaited<ReturnType<LoadedConfig['connect']>>['credential']) => Client,
): Promise<Client | undefined> {
  if (!loaded.has(kind)) return undefined;
  const { url, credential } = await loaded.connect(kind);
  return create(url, credential);
}

function storeOf(
  { sqlite, postgres }: NonNullable<Config['store']>,
  context: SecretContext,
): NonNullable<Environment['store']> {
  if (postgres !== undefined) return { postgres: () => resolveSecret('store.postgres', postgres, context) };
  return { sqlite: resolve(context.folder, sqlite ?? '') };
}
