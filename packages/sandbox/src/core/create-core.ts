import { createCredentials } from '../authenticate/credentials.ts';
import { schemeIds } from '../authenticate/scheme.ts';
import { createControl } from '../control/control.ts';
import { checkData } from '../data/read-data.ts';
import { createFaults } from '../faults/faults.ts';
import { createSandboxFetch } from '../fetch/sandbox-fetch.ts';
import { generateData } from '../generate/data.ts';
import { withCors } from '../http/cors.ts';
import { createRequestLog } from '../http/request-log.ts';
import { createClock } from '../life/clock.ts';
import { controlPrefix, createService, type Service } from '../service/service.ts';
import type { SqlDatabase } from '../store/database.ts';
import { createStore, type Store } from '../store/store.ts';
import { checkOptions, type CoreOptions } from './options.ts';
import type { SandboxCore } from './sandbox-core.ts';
import { urlsOf } from './urls.ts';
import { createWorld } from './world.ts';

/** A core with what only its own package needs of it. */
export interface OpenCore extends SandboxCore {
  readonly service: Service;
  /** Makes now what is otherwise made when it is first asked for. */
  load(): void;
}

/**
 * Makes a sandbox over an open database of whatever SQLite there is, in a page or a worker as in Node. Records given to it are all
 * loaded, and their jobs planned, before it returns; generated ones, where no `scale` asks for many, when somebody first asks for more than a job.
 *
 * @throws ConfigError for a wrong option, record or rule; the database stays open
 * @example
 * import { DatabaseSync } from 'node:sqlite';
 * import { createCore, type SqlDatabase } from '@syncline/sandbox/core';
 * const core = createCore(new DatabaseSync(':memory:') as unknown as SqlDatabase, { data: { jobs: [{ JobName: 'Nightly' }] } });
 * const { headerName, value } = core.credentials.apiKey;
 * const response = await core.fetch(`${core.urls.odata}/jobs('Nightly')`, { headers: { [headerName]: value } });
 */
export function createCore(database: SqlDatabase, options: CoreOptions = {}): SandboxCore {
  return openCore(database, options);
}

/** The same, with all that this package needs of it. @throws ConfigError */
export function openCore(database: SqlDatabase, options: CoreOptions): OpenCore {
  checkOptions(options, schemeIds);
  const { seed = 1, scale = {}, vendor = 'acme', v2 = {}, life: script = {} } = options;
  const clock = createClock({ running: false, ...options.clock });
  const begun = clock.now();
  const faults = createFaults({ seed, rules: options.rules ?? [] });
  const store = createStore(
    database,
    options.data === undefined ? () => generateData({ seed, scale, now: begun }) : checkData(options.data),
  );
  const world = createWorld({ store, clock, begun, seed, script, resume: options.data === undefined });
  const log = createRequestLog(options.onRequest);
  const credentials = createCredentials(vendor.toLowerCase(), v2.keyHeader);
  const load = (): void => {
    store.load();
    world.records();
  };
  if (options.data !== undefined || options.scale !== undefined) load();

  let jobNames: string[] | undefined;
  const reset = (): void => {
    world.reset();
    faults.reset();
    service.tokens.expireAll();
    log.clear();
  };
  const control = createControl({
    path: controlPrefix,
    clock,
    faults,
    life: world.life,
    requests: log.list,
    jobs: () => (jobNames ??= namesOf(store)),
    reset,
  });
  const service = withCors(
    createService({
      jobs: store,
      records: world.records,
      clock,
      credentials,
      log,
      faults,
      control,
      schemes: options.schemes ?? {},
      envelope: options.envelope ?? 'value',
      filterParameter: v2.filterParameter ?? 'filter',
      sortParameter: v2.sortParameter ?? 'sort',
      tokenLifetimeSeconds: options.tokenLifetime ?? 3600,
      latencyMs: options.latency ?? 0,
    }),
    options.cors ?? 'loopback',
  );

  return {
    service,
    load,
    fetch: createSandboxFetch(service),
    urls: urlsOf('http://sandbox.localhost'),
    credentials,
    clock,
    faults,
    get life() {
      return world.life();
    },
    get examples() {
      const [job] = store.listJobs();
      return {
        name: String(job?.JobName ?? ''),
        id: String(job?.JobId ?? ''),
        taskKey: store.listTaskHistoryKeys()[0] ?? '',
      };
    },
    get requests() {
      return log.list();
    },
    expireTokens: () => service.tokens.expireAll(),
    reset,
    close: world.close,
  };
}

function namesOf(store: Pick<Store, 'listJobs'>): string[] {
  return store.listJobs().map((job) => String(job.JobName));
}
