import { type Behavior, resolveBehavior, shown } from '../behavior/behavior.ts';
import { schemeFactories, type SchemeId } from '../authenticate/schemes.ts';
import type { LoggedRequest } from '../http/request-log.ts';
import { checkNames, type NamesOption } from '../data/property-names.ts';
import type { SandboxData } from '../data/records.ts';
import {
  checkBoolean,
  checkChoice,
  checkFunction,
  ConfigError,
  type OptionNames,
  ownOptions,
  withoutPrototype,
} from '@syncline/core/internal';
import type { FaultRule } from '../faults/rule.ts';
import type { HarRecording } from '../replay/read-har.ts';
import { checkCors, type CorsOption } from '../service/cors.ts';
import type { Scale } from '../generate/scale.ts';
import { type ClockOptions, clockOptionNames } from '../time/clock.ts';
import type { Script } from '../runs/script.ts';

/** Options of every sandbox. */
export interface PortableSandboxOptions {
  /** The records to serve. @default generated from `seed` and `scale` */
  readonly data?: SandboxData | undefined;
  /** Vendor part of the API key header `x-<vendor>-authtoken`. @default 'acme' */
  readonly vendor?: string | undefined;
  /** Seed of generated data, of the outcomes of runs and of faults with a probability. @default 1 */
  readonly seed?: number | undefined;
  /** How much data to generate. */
  readonly scale?: Partial<Scale> | undefined;
  /**
   * Adds data that clients often handle wrongly: generated jobs whose names are hard to encode in a path, a RowVersion
   * beyond 2^53 in every generated job, and a password with a non-ASCII character.
   *
   * @default false
   */
  readonly edgeCases?: boolean | undefined;
  /** The clock. It moves only by `advance`, unless `running` is set. @default { running: false } */
  readonly clock?: ClockOptions | undefined;
  /** How simulated runs end. `false` turns the simulation off: no job runs. */
  readonly life?: Script | false | undefined;
  /** Security schemes to disable, by their ids in the documents: `{ apiKeyQuery: false }`. @default all are enabled */
  readonly schemes?: Readonly<Partial<Record<SchemeId, boolean>>> | undefined;
  /** Names in the v2 interface that the specification does not define. */
  readonly v2?:
    | {
        /** Header of the user auth token. @default 'x-<vendor>-user-token' */
        readonly keyHeader?: string | undefined;
        /** Query parameter of the workspaces' filter expression. @default 'filter' */
        readonly filterParameter?: string | undefined;
        /** Query parameter of the workspaces' sort expression. @default 'sort' */
        readonly sortParameter?: string | undefined;
      }
    | undefined;
  /** Whether OData collections are sent as a bare array or as `{ value: […] }`. @default 'value' */
  readonly envelope?: 'array' | 'value' | undefined;
  /**
   * Whether a `+` in a query stays a plus sign, and an unknown query parameter is refused with 400. Otherwise the
   * sandbox accepts what real clients send: a `+` is a space, and an unknown parameter is ignored and listed in the
   * request log, unless it begins with `$` or `@`.
   *
   * @default false
   */
  readonly strict?: boolean | undefined;
  /**
   * Names of the properties in the sandbox's own history and connector records. The records in `data` keep their names.
   *
   * @default the names in the first history record of `data`, otherwise lower case: `runstartdate`
   */
  readonly names?: NamesOption | undefined;
  /** Called while history records are loaded, with their number so far: every 10,000 records, and at the end. */
  readonly onProgress?: ((historyRecords: number) => void) | undefined;
  /** How this service behaves where the specification leaves it open. */
  readonly behavior?: Behavior | undefined;
  /** Lifetime of access tokens in seconds, measured by the sandbox's clock. @default 3600 */
  readonly tokenLifetime?: number | undefined;
  /** Milliseconds to wait before every response, from 0 to 600,000. @default 0 */
  readonly latency?: number | undefined;
  /**
   * Which web pages may read responses: pages on this machine (`http://localhost`, `127.0.0.1` and `[::1]`, any port),
   * pages of the listed origins, or none.
   *
   * @default 'loopback'
   */
  readonly cors?: CorsOption | undefined;
  /** Fault rules that are active from the beginning. */
  readonly rules?: readonly FaultRule[] | undefined;
  /**
   * A recorded session: the content of a HAR file, as `createRecorder` of `@syncline/client/recorder` and the developer
   * tools of browsers write it. The sandbox then responds to each request with the response that was recorded for the
   * same operation, parameters and body. Several such responses are sent in the order of the recording, and the last
   * one is repeated. The sandbox accepts every credential. The response to a request that was not recorded is a 501.
   * Cannot be combined with `data` or `scale`.
   */
  readonly replay?: HarRecording | undefined;
  /** Called with every request when its response has ended. */
  readonly onRequest?: ((request: LoggedRequest) => void) | undefined;
}

/** The names of the options of every sandbox. */
export const portableOptionNames: OptionNames<PortableSandboxOptions> = {
  data: 1,
  vendor: 1,
  seed: 1,
  scale: 1,
  edgeCases: 1,
  clock: 1,
  life: 1,
  schemes: 1,
  v2: 1,
  envelope: 1,
  strict: 1,
  names: 1,
  onProgress: 1,
  behavior: 1,
  tokenLifetime: 1,
  latency: 1,
  cors: 1,
  rules: 1,
  replay: 1,
  onRequest: 1,
};

const v2OptionNames: OptionNames<NonNullable<PortableSandboxOptions['v2']>> = {
  keyHeader: 1,
  filterParameter: 1,
  sortParameter: 1,
};

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Checks options that inherit nothing, and returns them with copies of the options inside them.
 *
 * @throws ConfigError naming the first invalid option
 */
export function checkOptions(input: PortableSandboxOptions): PortableSandboxOptions {
  const options = withoutPrototype({
    ...input,
    v2: ownOptions(input.v2, v2OptionNames, 'v2'),
    clock: ownOptions(input.clock, clockOptionNames, 'clock'),
    schemes: ownOptions(input.schemes, schemeFactories, 'schemes'),
  });
  const { vendor, seed, v2, envelope, tokenLifetime, latency, schemes, cors } = options;
  if (vendor !== undefined && (typeof vendor !== 'string' || !/^[a-z0-9-]+$/i.test(vendor)))
    throw new ConfigError('vendor', `must consist of letters, digits and hyphens, found ${JSON.stringify(vendor)}`);
  for (const name of ['edgeCases', 'strict'] as const) checkBoolean(name, options[name]);
  checkBoolean('clock.running', options.clock.running);
  for (const name of ['onProgress', 'onRequest'] as const) checkFunction(name, options[name]);
  if (seed !== undefined && !Number.isSafeInteger(seed))
    throw new ConfigError('seed', `must be a whole number, found ${String(seed)}`);
  if (v2.keyHeader !== undefined && (typeof v2.keyHeader !== 'string' || !token.test(v2.keyHeader)))
    throw new ConfigError('v2.keyHeader', `must be a header name, found ${JSON.stringify(v2.keyHeader)}`);
  for (const name of [v2.filterParameter, v2.sortParameter])
    if (name !== undefined && (typeof name !== 'string' || name === ''))
      throw new ConfigError('v2', 'must give each query parameter a name that is not empty');
  checkChoice('envelope', envelope, 'array', 'value');
  if (tokenLifetime !== undefined && !(Number.isFinite(tokenLifetime) && tokenLifetime > 0))
    throw new ConfigError('tokenLifetime', `must be more than 0 seconds, found ${shown(tokenLifetime)}`);
  if (latency !== undefined && !(Number.isFinite(latency) && latency >= 0 && latency <= 600_000))
    throw new ConfigError('latency', `must be from 0 to 600000 milliseconds, found ${shown(latency)}`);
  resolveBehavior(options.behavior);
  if (options.names !== undefined) checkNames(options.names);
  if (cors !== undefined) checkCors(cors);
  if (options.replay !== undefined && (options.data ?? options.scale) !== undefined)
    throw new ConfigError('replay', 'uses the recording; omit data and scale');
  for (const [id, isEnabled] of Object.entries(schemes)) checkBoolean(`schemes.${id}`, isEnabled);
  return options;
}
