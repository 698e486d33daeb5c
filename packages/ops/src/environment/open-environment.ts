import { createODataClient, createV2Client } from '@syncline/client';
import { createNodeTransport, type NodeTransport } from '@syncline/client/node';
import type { LintOptions } from '@syncline/jobs';
import { defineOutcomes } from '@syncline/runs';
import { readVocabulary } from '../config/read-vocabulary.ts';
import type { Environment } from './environment.ts';
import type { Connection, Interface, LoadedConfig } from './load-config.ts';

/** Which interfaces a command calls. Only their credentials are looked up. */
export interface OpenOptions {
  /** Interfaces that it cannot do without */
  readonly needs?: readonly ('odata' | 'v2')[] | undefined;
  /** Interfaces that it calls where they are configured */
  readonly uses?: readonly ('odata' | 'v2')[] | undefined;
}

/**
 * Opens the selected environment of a configuration: creates its clients, and reads what the configuration says about the
 * service. Nothing is sent. Close it at the end.
 *
 * @throws {ConfigError} when an interface that is needed is not configured, or a credential cannot be looked up
 */
export async function openEnvironment(loaded: LoadedConfig, options: OpenOptions): Promise<Environment> {
  const { config, environment: name } = loaded;
  const { outcomes, history, freshness = [], lint = {} } = config;
  const wanted = (kind: Interface & ('odata' | 'v2')): boolean =>
    options.needs?.includes(kind) === true || (options.uses?.includes(kind) === true && loaded.has(kind));
  const odata = wanted('odata') ? await loaded.connect('odata') : undefined;
  const v2 = wanted('v2') ? await loaded.connect('v2') : undefined;
  const fetch = createNodeTransport();
  return {
    name,
    odata: odata && createODataClient({ ...optionsOf(odata, fetch), undecodable: 'keep' }),
    v2: v2 && createV2Client(optionsOf(v2, fetch)),
    classify: outcomes && defineOutcomes(readVocabulary(outcomes).options),
    history: history as Environment['history'],
    freshness,
    lint: lint as LintOptions,
    close: () => fetch.close(),
  };
}

function optionsOf({ url: baseUrl, credential }: Connection, fetch: NodeTransport) {
  return { baseUrl, credential, fetch };
}
