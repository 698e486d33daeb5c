import { loadPart, ownOptions } from '@syncline/core/internal';
import type {
  ConnectorRecord,
  ConnectorRecordProperties,
  HistoryRecord,
  HistoryRecordProperties,
  Job,
  ODataDecodedPaths,
  ODataPaths,
} from '@syncline/openapi';
import { odataOperations } from '@syncline/openapi/tables';
import { checkOptions } from './options/check-options.ts';
import { type ClientOptions, clientOptionNames } from './options/client-options.ts';
import { createPipeline } from './pipeline/pipeline.ts';
import { createLazyRaw } from './raw/lazy-raw.ts';
import type { RawClient } from './raw/raw-client.ts';
import { type Connectors, createCollection, type History } from './resources/collection.ts';
import { createJobs, type Jobs } from './resources/jobs.ts';
import { createCall } from './resources/lazy-call.ts';
import { type CallOperation, type CallPaths, createSendOperation } from './resources/operation-call.ts';
import type { PropertiesOf, RecordOf, TablesOption } from './options/tables-option.ts';

/** A client of the OData interface (specification section 4): jobs, history and connectors. */
export interface ODataClient<Paths extends object = ODataPaths> {
  /** Job definitions */
  readonly jobs: Jobs<RecordOf<Paths, "/jobs('{JobName}')", Job>>;
  /** The history of job runs */
  readonly history: History<
    RecordOf<Paths, '/history', HistoryRecord>,
    PropertiesOf<Paths, '/history', HistoryRecordProperties>
  >;
  /** The connectors of connections */
  readonly connectors: Connectors<
    RecordOf<Paths, '/connectors', ConnectorRecord>,
    PropertiesOf<Paths, '/connectors', ConnectorRecordProperties>
  >;
  /**
   * Calls an operation by its operationId: one of the document, or one that your own tables add. The parameters and the
   * body have the types of the document, the result is decoded, and the limits, retries and credential are those of
   * every other call.
   *
   * @throws {ConfigError} when the client's tables do not have the operation or one of its parameters
   * @example
   * ```ts
   * import type { ODataClient } from '@syncline/client';
   *
   * const isScheduled = async (odata: ODataClient, name: string) => {
   *   const job = await odata.call('getJob', { path: { JobName: name }, query: { $select: 'Scheduled' } });
   *   return job.Scheduled;
   * };
   * ```
   */
  readonly call: CallOperation<CallPaths<Paths, ODataDecodedPaths>>;
  /**
   * The typed openapi-fetch client over the same pipeline, for responses with their headers and for paths of your own
   * documents. Its first call loads openapi-fetch.
   */
  readonly raw: RawClient<Paths>;
}

/**
 * Creates a client of the OData interface (specification section 4).
 *
 * @throws {ConfigError} when an option cannot be used; `option` names the first one
 * @example
 * ```ts
 * import { apiKeyHeader, vendorHeaderName } from '@syncline/auth';
 * import { createODataClient } from '@syncline/client';
 *
 * const odata = createODataClient({
 *   baseUrl: 'https://sync.example.com/api.rsc',
 *   credential: apiKeyHeader({ name: vendorHeaderName('acme'), value: 'the key' }),
 * });
 * const recent = () =>
 *   odata.history.list({
 *     filter: (h) => h.runstartdate.gt(new Date('2026-01-01')),
 *     orderBy: 'runstartdate desc',
 *   });
 * ```
 */
export function createODataClient<Paths extends object = ODataPaths>(
  options: ClientOptions & TablesOption<Paths>,
): ODataClient<Paths> {
  const settings = checkOptions(ownOptions(options ?? (null as never), clientOptionNames), 'odata', {
    operations: odataOperations,
    decode: {},
    // Only a job has anything to decode: pages that read history and connectors never load it.
    load: () => loadPart(() => import('./decode/odata-decode.ts')),
  });
  const send = createPipeline(settings);
  const sendOperation = createSendOperation(settings, send);
  return {
    jobs: createJobs(sendOperation),
    history: createCollection(sendOperation, settings, 'listHistory'),
    connectors: createCollection(sendOperation, settings, 'listConnectors'),
    call: createCall(sendOperation, settings),
    raw: createLazyRaw<ODataPaths>(settings, send),
  } as unknown as ODataClient<Paths>;
}
