import { ConfigError, ownOptions } from '@syncline/core/internal';
import { resolveBehavior } from '../behavior/behavior.ts';
import { createAccessTokens, createSchemes } from '../authenticate/schemes.ts';
import { createCredentials } from '../authenticate/credentials.ts';
import { createControl } from '../control/control.ts';
import type { ExampleParameters } from '../curl/curl-request.ts';
import { checkData, parseTaskKey } from '../data/records.ts';
import { checkNames, namesOf } from '../data/property-names.ts';
import { createFaults } from '../faults/faults.ts';
import { createSandboxFetch, networkError } from '../fetch/sandbox-fetch.ts';
import { generateData } from '../generate/generate-data.ts';
import { createRequestLog } from '../http/request-log.ts';
import type { Service } from '../http/request.ts';
import { readHar } from '../replay/read-har.ts';
import { createReplay, createReplayRouter } from '../replay/replay.ts';
import { createSimulation } from '../runs/life.ts';
import { createService, withDate } from '../service/service.ts';
import type { SqlDatabase } from '../store/database.ts';
import { createStore } from '../store/store.ts';
import { createClock } from '../time/clock.ts';
import { type PortableSandboxOptions, checkOptions, portableOptionNames } from './options.ts';
import { type PortableSandbox, urlsOf } from './portable-sandbox.ts';

/** A portable sandbox with the members that this package needs to serve it over a port. */
interface OpenPortableSandbox extends PortableSandbox {
  readonly service: Service;
  /** Generates and loads immediately the records that are otherwise loaded when they are first requested. */
  load(): void;
  /** @throws ConfigError when the sandbox was closed */
  checkOpen(): void;
}

/**
 * Creates a sandbox over any open SQLite database, so that it also runs in a web page or a worker. Records in `data`
 * are loaded and their jobs planned before it returns. Generated records, without a `scale`, are loaded when something
 * other than a job is first requested.
 *
 * @throws ConfigError for an invalid option, record or fault rule; the database stays open
 * @example
 * import { DatabaseSync } from 'node:sqlite';
 * import { createPortableSandbox, type SqlDatabase } from '@syncline/sandbox/portable';
 * const database = new DatabaseSync(':memory:') as unknown as SqlDatabase;
 * const sandbox = createPortableSandbox(database, { data: { jobs: [{ JobName: 'Nightly' }] } });
 * const { headerName, value } = sandbox.credentials.apiKey;
 * const response = await sandbox.fetch(`${sandbox.urls.odata}/jobs('Nightly')`, { headers: { [headerName]: value } });
 */
export function createPortableSandbox(database: SqlDatabase, options: PortableSandboxOptions = {}): PortableSandbox {
  for (const name of ['exec', 'prepare', 'close'] as const)
    if (typeof (database as Partial<SqlDatabase> | undefined | null)?.[name] !== 'function')
      throw new ConfigError('database', `must be a SqlDatabase, but it has no method ${name}`);
  return openPortableSandbox(database, ownOptions(options, portableOptionNames));
}

/** The same, with the members that this package needs. @throws ConfigError */
export function openPortableSandbox(database: SqlDatabase, settings: PortableSandboxOptions): OpenPortableSandbox {
  const options = checkOptions(settings);
  const { seed = 1, scale = {}, vendor = 'acme', v2 = {}, edgeCases = false } = options;
  // A recording contains its own runs.
  const script = options.replay === undefined ? (options.life ?? {}) : false;
  const replay = options.replay === undefined ? undefined : createReplay(readHar(options.replay));
  const behavior = resolveBehavior(options.behavior);
  const clock = createClock({ running: false, ...options.clock }, behavior.clockOffsetMs);
  const begin = clock.now();
  const faults = createFaults({ seed, rules: options.rules ?? [] });
  const data = options.data === undefined ? undefined : checkData(options.data);
  const names = options.names !== undefined ? checkNames(options.names) : data === undefined ? {} : namesOf(data);
  const store = createStore(
    database,
    replay === undefined && data === undefined
      ? () => generateData({ seed, scale, now: begin, edgeCases })
      : (data ?? {}),
    { names, onProgress: options.onProgress },
  );
  const simulation = createSimulation({
    store,
    clock,
    begin,
    seed,
    script,
    behavior,
    resume: options.data === undefined,
  });
  const log = createRequestLog(options.onRequest);
  const credentials = createCredentials(vendor.toLowerCase(), v2.keyHeader, edgeCases);
  const tokens = createAccessTokens(clock, options.tokenLifetime ?? 3600);
  const load = (): void => {
    store.load();
    simulation.records();
  };
  if (options.data !== undefined || options.scale !== undefined) load();

  const examples = (): ExampleParameters => {
    const [job] = store.listJobs();
    const [taskKey] = store.listTaskHistoryKeys();
    const [transformation_id, task_id] = taskKey === undefined ? ['', ''] : parseTaskKey(taskKey);
    const job_id = String(job?.JobId ?? '');
    return { JobName: String(job?.JobName ?? ''), job_id, transformation_id, task_id, ...replay?.examples };
  };
  let jobNames: string[] | undefined;
  const reset = (): void => {
    simulation.reset();
    faults.reset();
    tokens.expireAll();
    replay?.reset();
    log.clear();
  };
  const undated = createService({
    jobs: store,
    records: simulation.records,
    clock,
    credentials,
    tokens,
    schemes: createSchemes(options.schemes ?? {}, credentials, tokens),
    log,
    faults,
    control: createControl({
      clock,
      faults,
      life: simulation.life,
      log,
      credentials,
      urls: urlsOf,
      replaying: replay?.summary,
      examples,
      names,
      jobs: () => (jobNames ??= store.listJobs().map((job) => String(job.JobName))),
      reset,
    }),
    behavior,
    startName: names.runstartdate ?? 'runstartdate',
    seed,
    now: clock.now,
    strict: options.strict ?? false,
    envelope: options.envelope ?? 'value',
    filterParameter: v2.filterParameter ?? 'filter',
    sortParameter: v2.sortParameter ?? 'sort',
    latencyMs: options.latency ?? 0,
    cors: options.cors ?? 'loopback',
    router: replay === undefined ? undefined : createReplayRouter(replay),
  });

  const service = withDate(undated, clock);
  const send = createSandboxFetch(service);
  let isClosed = false;
  const checkOpen = (): void => {
    if (isClosed) throw new ConfigError('sandbox', 'was closed; create another one');
  };

  return {
    service,
    load,
    checkOpen,
    replaying: replay?.summary,
    fetch: async (input, init) => {
      if (isClosed) throw networkError('The sandbox was closed.', 'ECONNREFUSED');
      return send(input, init);
    },
    urls: urlsOf('http://sandbox.localhost'),
    credentials,
    clock,
    faults,
    names,
    get life() {
      checkOpen();
      return simulation.life();
    },
    get examples() {
      checkOpen();
      return examples();
    },
    get requests() {
      return log.list();
    },
    expireTokens: () => tokens.expireAll(),
    reset() {
      checkOpen();
      reset();
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      simulation.close();
    },
  };
}
