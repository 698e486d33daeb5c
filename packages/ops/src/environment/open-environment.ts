import { dirname, resolve } from 'node:path';
import { createHash } from 'node:crypto';
import {
  createODataClient,
  createV2Client,
  type HistoryRecord,
  type TablesOption,
  type Transport,
} from '@syncline/client';
import type { Recorder } from '@syncline/client/recorder';
import { type OptionNames, ownOptions, parseDuration } from '@syncline/core/internal';
import { defineOutcomes, type RunAccessors } from '@syncline/runs';
import { type Config, defaultKeepRuns, type SecretReference } from '../config/config-schema.ts';
import { readVocabulary } from '../config/read-vocabulary.ts';
import type { WebhookTarget } from '../config/alert-schema.ts';
import { resolveSecret, type SecretContext } from './credentials.ts';
import type { Environment } from './environment.ts';
import { type Connection, loadConfig, type LoadOptions, loadOptionNames } from './load-config.ts';
import { createProxiedTransport } from './proxied-transport.ts';

/** Options of `openEnvironment`. */
export interface OpenOptions extends LoadOptions {
  /** Interfaces that the command needs. @default none */
  readonly needs?: readonly Used[] | undefined;
  /** Interfaces that it uses if they are configured. Nothing is looked up for others. @default both */
  readonly uses?: readonly Used[] | undefined;
  /** Sends the requests of the clients. @default a transport over Node's connections and the proxies of the environment variables, which `close` closes */
  readonly fetch?: Transport | undefined;
  /** Records what the clients send and receive. The code that created it closes it. @default nothing is recorded */
  readonly recorder?: Pick<Recorder, 'transport'> | undefined;
}

const names: OptionNames<OpenOptions> = { ...loadOptionNames, needs: 1, uses: 1, fetch: 1, recorder: 1 };

/** The interfaces that commands call. */
type Used = 'odata' | 'v2';

/**
 * Loads `syncline.yaml`, selects an environment, and creates the clients of a command. User names are looked up now,
 * and secrets when they are needed. Nothing is sent.
 *
 * @throws {ConfigFileError} with every problem of the file
 * @throws {ConfigError} when an option is unknown, the file cannot be read, it is not clear which environment is meant,
 * a name cannot be looked up, or a required interface is not configured
 */
export async function openEnvironment(options?: OpenOptions): Promise<Environment> {
  const checked = ownOptions(options, names);
  const { fetch: customFetch, recorder, needs = [], uses = needs.length > 0 ? [] : ['odata', 'v2'] } = checked;
  const { file, environment: wanted, variables, commandTimeout } = checked;
  const loaded = await loadConfig({ file, environment: wanted, variables, commandTimeout });
  const { config, environment: name } = loaded;
  const { outcomes, history, freshness = [], volume, lint = {}, store, alerts, causes, mcp } = config;
  const { keepRuns = defaultKeepRuns } = config;
  const context: SecretContext = {
    folder: dirname(resolve(loaded.file)),
    variables,
    commandTimeout,
  };
  const connections = customFetch === undefined ? createProxiedTransport(variables ?? process.env) : undefined;
  const fetch = customFetch ?? connections;
  const connect = async (kind: Used): Promise<Connection | undefined> =>
    needs.includes(kind) || (uses.includes(kind) && loaded.has(kind)) ? loaded.connect(kind) : undefined;
  // The recorder removes the secrets of the client's own credential.
  const fetchOf = ({ credential }: Connection) => recorder?.transport({ credential, fetch }) ?? fetch;
  const [odata, v2] = [await connect('odata'), await connect('v2')];
  for (const each of [odata, v2]) if (each !== undefined) connections?.open(each.url);
  return {
    name,
    odata:
      odata &&
      createODataClient({
        baseUrl: odata.url,
        credential: odata.credential,
        fetch: fetchOf(odata),
        tables: exactRows(history?.rows),
        // A value that its field does not allow is not changed, so that the linter can report it.
        undecodable: 'keep',
      }),
    v2: v2 && createV2Client({ baseUrl: v2.url, credential: v2.credential, fetch: fetchOf(v2) }),
    classify: outcomes && defineOutcomes<never>(readVocabulary(outcomes).options),
    history: history && accessorsOf(history),
    vocabulary: vocabularyFingerprint(config),
    pageCap: history?.pageCap,
    freshness,
    volume,
    lint,
    store: store && storeOf(store, context),
    keepRuns: parseDuration('keepRuns', keepRuns),
    alerts: alerts && alertsOf(alerts, context),
    causes,
    mcp: mcp && { ...mcp, token: mcp.token && tokenOf(mcp.token, context) },
    lookUpSecrets: async () => {
      await odata?.lookUpSecret();
      await v2?.lookUpSecret();
    },
    scrub: (text) => [odata, v2].reduce((clean, each) => each?.credential.scrub(clean) ?? clean, text),
    close: async () => connections?.close(),
  };
}

function accessorsOf({
  pageCap: _pageCap,
  ...properties
}: NonNullable<Config['history']>): RunAccessors<HistoryRecord> {
  return properties as unknown as RunAccessors<HistoryRecord>;
}

function storeOf(
  { sqlite, postgres }: NonNullable<Config['store']>,
  context: SecretContext,
): NonNullable<Environment['store']> {
  if (postgres !== undefined) return { postgres: () => resolveSecret('store.postgres', postgres, context) };
  return { sqlite: resolve(context.folder, sqlite ?? '') };
}

function tokenOf(reference: SecretReference, context: SecretContext): () => Promise<string> {
  return () => resolveSecret('mcp.token', reference, context);
}

function alertsOf(
  { rules, silences = [], webhooks = {} }: NonNullable<Config['alerts']>,
  context: SecretContext,
): NonNullable<Environment['alerts']> {
  const targets = Object.entries(webhooks).map(([name, { url, secrets }]): [string, WebhookTarget] => {
    const path = `alerts.webhooks.${name}`;
    return [
      name,
      {
        url: typeof url === 'string' ? url : () => resolveSecret(`${path}.url`, url, context),
        secrets: () =>
          Promise.all(secrets.map((each, index) => resolveSecret(`${path}.secrets[${index}]`, each, context))),
      },
    ];
  });
  return { rules, silences, webhooks: Object.fromEntries(targets) };
}

/**
 * Tables for an OData client that keep every digit of one property of history records. The specification does not name
 * the property with the number of rows, so the generated tables do not say that it is a 64-bit integer.
 *
 * @param property - `history.rows` of the configuration
 */
export function exactRows(property: unknown): TablesOption<object>['tables'] {
  if (typeof property !== 'string') return undefined;
  const record = 'HistoryRecord';
  const none: readonly string[] = [];
  const table = { record, booleanStrings: none, whole: none, integers: none, booleans: none, nested: {} };
  return { operations: {}, decode: { [record]: { ...table, int64: [property] } } };
}

/**
 * A fingerprint of the settings that determine how records are read: the words for outcomes, and the properties of a
 * history record. The order of words and entries does not matter, and neither does the page cap.
 */
export function vocabularyFingerprint({ outcomes, history }: Pick<Config, 'outcomes' | 'history'>): string {
  const meaning = { outcomes, history: history && { ...history, pageCap: undefined } };
  return createHash('sha256').update(JSON.stringify(meaning, sorted)).digest('hex').slice(0, 32);
}

function sorted(_name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.toSorted();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
