import type { SandboxCredentials } from '../authenticate/credentials.ts';
import { controlPath } from '../control/control.ts';
import type { ExampleParameters } from '../curl/curl-request.ts';
import type { PropertyNames } from '../data/property-names.ts';
import type { Faults } from '../faults/faults.ts';
import type { LoggedRequest } from '../http/request-log.ts';
import type { SandboxLife } from '../runs/life.ts';
import { prefixes } from '../service/router.ts';
import type { SandboxClock } from '../time/clock.ts';

/** Base URLs of the interfaces, for the `baseUrl` and `authUrl` of a client. */
export interface SandboxUrls {
  readonly odata: string;
  readonly v2: string;
  readonly cloud: string;
  readonly auth: string;
  /** The control page. */
  readonly control: string;
}

/**
 * The base URLs of a sandbox that listens at an origin.
 *
 * @example
 * import { urlsOf } from '@syncline/sandbox/portable';
 * urlsOf('http://127.0.0.1:8080').odata; // 'http://127.0.0.1:8080/odata'
 */
export function urlsOf(origin: string): SandboxUrls {
  const { odata, v2, cloud, auth } = prefixes;
  return {
    odata: origin + odata,
    v2: origin + v2,
    cloud: origin + cloud,
    auth: origin + auth,
    control: `${origin}${controlPath}/`,
  };
}

/** A sandbox without a port, which runs in Node, in a web page and in a worker. */
export interface PortableSandbox {
  /** Works like `fetch`, without a port. It ignores the host of the URL. Connection faults reject with a TypeError. */
  readonly fetch: typeof globalThis.fetch;
  /** Base URLs for {@link PortableSandbox.fetch}. */
  readonly urls: SandboxUrls;
  readonly credentials: SandboxCredentials;
  readonly clock: SandboxClock;
  readonly faults: Faults;
  /** The simulated runs. Undefined when they are disabled. */
  readonly life: SandboxLife | undefined;
  /** The last 1,000 requests, oldest first, without secrets. */
  readonly requests: readonly LoggedRequest[];
  /** The property names of history and connector records that differ from the sandbox's own. */
  readonly names: PropertyNames;
  /** Existing records for examples: a value for each path parameter, or an empty string if there is none. */
  readonly examples: ExampleParameters;
  /** A description of the recording of the option `replay`. Undefined without a recording. */
  readonly replaying: string | undefined;
  /** Expires every access token issued so far. */
  expireTokens(): void;
  /** Resets data, runs, faults, tokens and the request log. The clock does not change. */
  reset(): void;
  /**
   * Frees the data. Later calls have no effect. Then `fetch` rejects as if nothing listened, and what needs the data
   * throws a ConfigError.
   */
  close(): void | Promise<void>;
}
