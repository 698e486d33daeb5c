import { ConfigError, ownOptions } from '@syncline/core/internal';
import { type Outcome, outcomes } from '../outcome/outcome.ts';
import { correctRun, isStart } from '../reading/reading-rules.ts';
import { isStorableTime } from '../time/timestamp.ts';

/** The part of a run that lineage needs. Runs from a store and from an event have it. */
export interface LineageRun {
  /** The key that identifies the run within its namespace */
  readonly key: string;
  readonly job: string;
  readonly outcome: Outcome;
  /** When it started, in milliseconds since 1970 */
  readonly start: number;
  readonly end?: number | undefined;
  /** Number of rows that it moved */
  readonly rows?: number | undefined;
  /** The service's error. It is included only with `includeErrors`. */
  readonly error?: string | undefined;
}

/** The part of a tracker event that lineage needs. */
export interface LineageSourceEvent {
  /** `started`, `changed`, `ended` or `reopened`; events of other types are not about one run and are ignored */
  readonly type: string;
  readonly run?: LineageRun | undefined;
  /** The outcome that the previous poll saw; undefined for a run that was not known */
  readonly previous?: Outcome | undefined;
  /** When the event was found, in milliseconds since 1970 */
  readonly at: number;
}

/** Converts runs to events of OpenLineage. */
export interface RunLineage {
  /**
   * Returns the events of one run so far: START, and the end event if the run has ended.
   *
   * @throws ConfigError if it is not a run
   */
  eventsOf(run: LineageRun): Promise<readonly OpenLineageEvent[]>;
  /**
   * Returns the OpenLineage events for one event of the tracker. If an event is delivered again, the result is the
   * same, with the same ids and times. A run that was first seen after its end gets its START together with its end.
   *
   * @throws ConfigError if its run is not a run
   */
  eventsFor(event: LineageSourceEvent): Promise<readonly OpenLineageEvent[]>;
}

/**
 * Creates the mapping from runs to the run events of OpenLineage 2-0-2. The id of a run is the same in every process.
 * Each run has one START and one end: COMPLETE, FAIL (`failed` and `partial`), ABORT (`cancelled`), or OTHER
 * (`unknown`, because it is not known how it ended). Datasets come only from your map of connections.
 *
 * @throws ConfigError if an option cannot be used
 *
 * @example
 * ```ts
 * import { createRunLineage } from '@syncline/runs/openlineage';
 *
 * const lineage = createRunLineage({
 *   namespace: 'https://sync.example.com',
 *   connections: { Warehouse: { namespace: 'postgres://db.example.com:5432', name: 'sales.public.orders' } },
 *   jobs: { Orders: { source: 'Shop', destination: 'Warehouse' } },
 * });
 * const start = Date.parse('2026-03-02T05:00:00Z');
 * const events = await lineage.eventsOf({ key: '1', job: 'Orders', outcome: 'succeeded', start, rows: 12 });
 * events.map(({ eventType }) => eventType); // ['START', 'COMPLETE']
 * ```
 */
export function createRunLineage(options: LineageOptions): RunLineage {
  const { namespace, producer, includeErrors, datasetsOf } = readLineageOptions(options);
  const facet = (schema: keyof typeof facetSchemas, fields: object): Readonly<Record<string, Facet>> => ({
    [schema]: { _producer: producer, _schemaURL: facetSchemas[schema], ...fields },
  });
  const jobType = facet('jobType', { processingType: 'BATCH', integration: 'SYNCLINE', jobType: 'JOB' });

  const write = async (
    run: LineageRun,
    eventType: OpenLineageEvent['eventType'],
    time: number,
  ): Promise<OpenLineageEvent> => {
    const { job, key, start, rows, error = '' } = run;
    const { inputs, outputs } = datasetsOf(job);
    const isEnd = eventType !== 'START' && eventType !== 'RUNNING';
    // With several outputs, it is not known how many rows went to each.
    const statistics =
      isEnd && outputs.length === 1 && rows !== undefined && Number.isSafeInteger(rows)
        ? { outputFacets: facet('outputStatistics', { rowCount: rows }) }
        : {};
    const message = includeErrors && isEnd ? oneLine(error) : '';
    return {
      eventType,
      // A clock of the service that is ahead starts runs after they were found to have ended.
      eventTime: new Date(Math.max(start, time)).toISOString(),
      run: {
        runId: await runIdOf(start, namespace, key),
        // The schema requires a language, and the service does not say in which language its parts are written.
        ...(message !== '' && { facets: facet('errorMessage', { message, programmingLanguage: 'unknown' }) }),
      },
      job: { namespace, name: job, facets: jobType },
      inputs,
      outputs: outputs.map((output) => ({ ...output, ...statistics })),
      producer,
      schemaURL: runEventSchema,
    };
  };

  return {
    eventsOf: async (source) => {
      const run = correctRun(checkRun(source));
      if (run === undefined) return [];
      const start = await write(run, 'START', run.start);
      if (run.outcome === 'running') return [start];
      return [start, await write(run, eventTypes[run.outcome], run.end ?? run.start)];
    },
    eventsFor: async ({ type, run: source, previous, at }) => {
      const run = source && correctRun(checkRun(source));
      if (run === undefined) return [];
      if (!isTime(at)) throw new ConfigError('event.at', 'must be milliseconds since 1970');
      const end = () => write(run, eventTypes[run.outcome], run.end ?? at);
      switch (type) {
        case 'started':
          return [await write(run, 'START', run.start)];
        case 'ended':
          return previous === undefined ? [await write(run, 'START', run.start), await end()] : [await end()];
        case 'changed':
        case 'reopened':
          if (run.outcome === 'running') return [await write(run, 'RUNNING', at)];
          if (run.outcome === 'unknown' && previous === undefined)
            return [await write(run, 'START', run.start), await end()];
          // An end is sent only once. OTHER does not count as an end, so a run with an unknown outcome gets its end
          // when the outcome is known.
          return [previous === 'unknown' ? await end() : await write(run, 'OTHER', at)];
        default:
          return [];
      }
    },
  };
}

const eventTypes: Readonly<Record<Outcome, OpenLineageEvent['eventType']>> = {
  succeeded: 'COMPLETE',
  warned: 'COMPLETE',
  // Part of the data did not arrive, for which OpenLineage has no event type.
  partial: 'FAIL',
  failed: 'FAIL',
  cancelled: 'ABORT',
  unknown: 'OTHER',
  running: 'RUNNING',
};

function checkRun(run: LineageRun): LineageRun {
  const { key, job, outcome, start, end, error } = run;
  if (!isName(key) || !isName(job)) throw new ConfigError('run', 'must have a key and a job');
  if (!outcomes.includes(outcome)) throw new ConfigError('run.outcome', `must be one of ${outcomes.join(', ')}`);
  // A null date is not a time that a UUID can hold, and the rules of reading remove it.
  if (!(isTime(start) || (isStorableTime(start) && !isStart(start))) || !Number.isInteger(end ?? 0))
    throw new ConfigError('run.start', 'and run.end must be milliseconds since 1970');
  if (error !== undefined && typeof error !== 'string') throw new ConfigError('run.error', 'must be a text');
  return run;
}

/** Whole milliseconds that fit a UUID and a `Date`. */
function isTime(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 48;
}

function oneLine(text: string): string {
  return [...text.slice(0, 4_000).replace(/[\p{C}\u2028\u2029]+/gu, ' ')].slice(0, 1_000).join('').trim();
}

/** The connections of a job, by their names in the service. */
export interface LineageJob {
  /** The connections that the job reads from */
  readonly source?: string | readonly string[] | undefined;
  /** The connections that it writes to */
  readonly destination?: string | readonly string[] | undefined;
}

/** Options of `createRunLineage`. */
export interface LineageOptions {
  /** The namespace of the jobs: one for each environment, such as the address of the service. */
  readonly namespace: string;
  /** The datasets of each connection. A connection that is not listed has no datasets. @default none */
  readonly connections?: Readonly<Record<string, LineageDataset | readonly LineageDataset[]>> | undefined;
  /** The connections of each job. A job that is not listed has no datasets. @default none */
  readonly jobs?: Readonly<Record<string, LineageJob>> | undefined;
  /** The URL of the program that wrote the events. @default the address of this package's sources */
  readonly producer?: string | undefined;
  /**
   * Whether the events of failed runs have the service's error, on one line and of at most 1,000 characters. Such texts may
   * contain data.
   *
   * @default false
   */
  readonly includeErrors?: boolean | undefined;
}

/** The options, checked. */
interface LineageSettings {
  readonly namespace: string;
  readonly producer: string;
  readonly includeErrors: boolean;
  readonly datasetsOf: (job: string) => {
    readonly inputs: readonly LineageDataset[];
    readonly outputs: readonly LineageDataset[];
  };
}

const standardProducer = 'https://github.com/syncline/syncline/tree/main/packages/runs';

/** @throws ConfigError if an option cannot be used */
function readLineageOptions(options: LineageOptions): LineageSettings {
  const checked = ownOptions(options, { namespace: 1, connections: 1, jobs: 1, producer: 1, includeErrors: 1 });
  const { namespace, producer = standardProducer, connections = {}, jobs = {}, includeErrors = false } = checked;
  if (!isName(namespace)) throw new ConfigError('namespace', 'must be a text that is not empty');
  if (typeof producer !== 'string' || !URL.canParse(producer)) throw new ConfigError('producer', 'must be a URL');
  if (typeof includeErrors !== 'boolean') throw new ConfigError('includeErrors', 'must be true or false');

  const known = new Map(
    entriesOf('connections', connections).map(([name, datasets]) => [
      name,
      [datasets].flat().map((dataset) => readDataset(name, dataset)),
    ]),
  );
  const ofJobs = new Map(
    entriesOf('jobs', jobs).map(([name, job]) => {
      const { source, destination } = ownOptions(job as LineageJob, { source: 1, destination: 1 }, `jobs.${name}`);
      const find = (side: string, value: unknown): readonly LineageDataset[] => {
        const names = value === undefined ? [] : [value].flat();
        if (!names.every(isName))
          throw new ConfigError(`jobs.${name}.${side}`, 'must be the name of a connection, or a list of names');
        return names.flatMap((each) => known.get(each as string) ?? []);
      };
      return [name, { inputs: find('source', source), outputs: find('destination', destination) }];
    }),
  );
  const none = { inputs: [], outputs: [] };
  return { namespace, producer, includeErrors, datasetsOf: (job) => ofJobs.get(job) ?? none };
}

function entriesOf(option: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfigError(option, 'must be an object');
  return Object.entries(value);
}

function readDataset(connection: string, dataset: unknown): LineageDataset {
  const option = `connections.${connection}`;
  const { namespace, name } = ownOptions(dataset as LineageDataset, { namespace: 1, name: 1 }, option);
  if (!isName(namespace) || !isName(name)) throw new ConfigError(option, 'must have a namespace and a name');
  return { namespace, name };
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/**
 * The id of a run: a UUID of version 7 (RFC 9562, section 5.7) whose time is the start of the run, and whose other 74 bits
 * are a SHA-256 of what identifies it. The same run has the same id in every process.
 *
 * @param start - milliseconds since 1970, from 0 to 2^48 - 1
 */
async function runIdOf(start: number, ...identity: readonly string[]): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(identity));
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', text)).slice(0, 16);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(start / 2 ** 32));
  view.setUint32(2, start % 2 ** 32);
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x70);
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A run event of OpenLineage 2-0-2. */
export interface OpenLineageEvent {
  readonly eventType: 'START' | 'RUNNING' | 'COMPLETE' | 'ABORT' | 'FAIL' | 'OTHER';
  /** RFC 3339, in UTC */
  readonly eventTime: string;
  readonly run: { readonly runId: string; readonly facets?: Readonly<Record<string, Facet>> };
  readonly job: {
    readonly namespace: string;
    readonly name: string;
    readonly facets: Readonly<Record<string, Facet>>;
  };
  readonly inputs: readonly LineageDataset[];
  readonly outputs: readonly (LineageDataset & { readonly outputFacets?: Readonly<Record<string, Facet>> })[];
  readonly producer: string;
  readonly schemaURL: string;
}

/** Additional information in an event, with the schema that describes it. */
export interface Facet {
  readonly _producer: string;
  readonly _schemaURL: string;
  readonly [field: string]: unknown;
}

/** A dataset, named by OpenLineage's rules: `{ namespace: 'postgres://db.example.com:5432', name: 'sales.public.orders' }`. */
export interface LineageDataset {
  readonly namespace: string;
  readonly name: string;
}

const runEventSchema = 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent';

/** The facets that this package writes, and the version of each schema. */
const facetSchemas = {
  jobType: 'https://openlineage.io/spec/facets/2-0-3/JobTypeJobFacet.json#/$defs/JobTypeJobFacet',
  errorMessage: 'https://openlineage.io/spec/facets/1-0-1/ErrorMessageRunFacet.json#/$defs/ErrorMessageRunFacet',
  outputStatistics:
    'https://openlineage.io/spec/facets/1-0-2/OutputStatisticsOutputDatasetFacet.json#/$defs/OutputStatisticsOutputDatasetFacet',
} as const;

/**
 * Prints events as NDJSON, one line per event, for files and log shippers.
 *
 * @example
 * ```ts
 * import { createRunLineage, toNdjson } from '@syncline/runs/openlineage';
 *
 * const { eventsOf } = createRunLineage({ namespace: 'https://sync.example.com' });
 * const start = Date.parse('2026-03-02T05:00:00Z');
 * toNdjson(await eventsOf({ key: '1', job: 'Orders', outcome: 'running', start })).split('\n').length; // 2
 * ```
 */
export function toNdjson(events: Iterable<OpenLineageEvent>): string {
  return [...events].map((event) => `${JSON.stringify(event)}\n`).join('');
}
