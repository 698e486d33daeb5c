import { createCredentials, type SandboxCredentials } from '../authenticate/credentials.ts';
import { schemeIds } from '../authenticate/scheme.ts';
import type { LoggedRequest } from '../contract.ts';
import { createControl } from '../control/control.ts';
import { checkData } from '../data/read-data.ts';
import { createFaults, type Faults } from '../faults/faults.ts';
import { createSandboxFetch } from '../fetch/sandbox-fetch.ts';
import { generateData } from '../generate/data.ts';
import { withCors } from '../http/cors.ts';
import { createRequestLog } from '../http/request-log.ts';
import { createClock, type SandboxClock } from '../life/clock.ts';
import { createLife, type SandboxLife } from '../life/life.ts';
import { controlPrefix, createService, type Service } from '../service/service.ts';
import type { SqlDatabase } from '../store/database.ts';
import { createStore } from '../store/store.ts';
import { checkOptions, type CoreOptions } from './options.ts';
import { type SandboxUrls, urlsOf } from './urls.ts';

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

/**
 * Makes a sandbox over an open database of whatever SQLite there is.
 *
 * @throws ConfigError for a wrong option, record or rule; nothing is left open but the database
 */
export function createCore(database: SqlDatabase, options: CoreOptions = {}): SandboxCore & { readonly service: Service } {
  checkOptions(options, schemeIds);
  const { seed = 1, scale = {}, vendor = 'acme', v2 = {}, life: script } = options;
  const clock = createClock({ running: false, ...options.clock });
  const faults = createFaults({ seed, rules: options.rules ?? [] });
  const store = createStore(database, options.data === undefined ? () => generateData({ seed, scale, now: clock.now() }) : checkData(options.data));
  const life = script === false ? undefined : createLife({ store, clock, seed, script: script ?? {}, resume: options.data === undefined });
  const log = createRequestLog(options.onRequest);
  const credentials = createCredentials(vendor.toLowerCase(), v2.keyHeader);
  const jobs = store.listJobs();
  const jobNames = jobs.map((job) => String(job.JobName));
  const examples = { name: jobNames[0] ?? '', id: String(jobs[0]?.JobId ?? ''), taskKey: store.listTaskHistoryKeys()[0] ?? '' };

  const reset = (): void => {
    store.reset();
    faults.reset();
    life?.reset();
    service.tokens.expireAll();
    log.clear();
  };
  const control = createControl({ path: controlPrefix, clock, faults, life, requests: log.list, jobs: () => (life === undefined ? [] : jobNames), reset });
  const service = withCors(createService({
    store, clock, credentials, log, faults, control,
    schemes: options.schemes ?? {},
    envelope: options.envelope ?? 'value',
    filterParameter: v2.filterParameter ?? 'filter',
    sortParameter: v2.sortParameter ?? 'sort',
    tokenLifetimeSeconds: options.tokenLifetime ?? 3600,
    latencyMs: options.latency ?? 0,
    settle: () => life?.settle(),
  }), options.cors ?? 'loopback');

  return {
    service,
    fetch: createSandboxFetch(service),
    urls: urlsOf('http://sandbox.localhost'),
    credentials, clock, faults, life, examples,
    get requests() {
      return log.list();
    },
    expireTokens: () => service.tokens.expireAll(),
    reset,
    close() {
      life?.close();
      store.close();
    },
  };
}
