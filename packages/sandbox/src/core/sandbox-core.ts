import type { SandboxCredentials } from '../authenticate/credentials.ts';
import type { LoggedRequest } from '../contract.ts';
import type { Faults } from '../faults/faults.ts';
import type { SandboxClock } from '../life/clock.ts';
import type { SandboxLife } from '../life/life.ts';
import type { SandboxUrls } from './urls.ts';

/** A sandbox without a port: what runs the same in Node and in a web page. */
export interface SandboxCore {
  /** Answers as `fetch` would, without a port; hosts are not looked at. Connection faults reject with a TypeError. */
  readonly fetch: typeof globalThis.fetch;
  /** Addresses for {@link SandboxCore.fetch}. */
  readonly urls: SandboxUrls;
  readonly credentials: SandboxCredentials;
  readonly clock: SandboxClock;
  readonly faults: Faults;
  /** The simulated life; undefined when it was switched off. */
  readonly life: SandboxLife | undefined;
  /** The last 1,000 requests, oldest first, without secrets. */
  readonly requests: readonly LoggedRequest[];
  /** A job and a task that there are, for examples; empty texts where there are none. */
  readonly examples: { readonly name: string; readonly id: string; readonly taskKey: string };
  /** Makes every access token given out so far expired. */
  expireTokens(): void;
  /** Back to the beginning: data, runs, faults, tokens and the log; the clock goes on. */
  reset(): void;
  close(): void | Promise<void>;
}
