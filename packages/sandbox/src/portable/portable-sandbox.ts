import type { SandboxCredentials } from '../authenticate/credentials.ts';
import type { ExampleParameters } from '../curl/example-parameters.ts';
import type { PropertyNames } from '../data/property-names.ts';
import type { LoggedRequest } from '../http/request-log.ts';
import type { Faults } from '../faults/faults.ts';
import type { SandboxClock } from '../time/clock.ts';
import type { SandboxLife } from '../runs/life.ts';
import type { SandboxUrls } from './urls.ts';

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
