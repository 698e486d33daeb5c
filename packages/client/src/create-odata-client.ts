import {
  type ConnectorRecord,
  type HistoryRecord,
  type Job,
  type ODataDecodedPaths,
  type ODataPaths,
  odataTables,
} from '@syncline/openapi';
import type { Client } from 'openapi-fetch';
import { checkOptions } from './options/check-options.ts';
import type { ClientOptions } from './options/client-options.ts';
import { createPipeline } from './pipeline/pipeline.ts';
import { createLazyRaw } from './raw/lazy-raw.ts';
import { type Connectors, createCollection, type History } from './resources/collection.ts';
import { createJobs, type Jobs } from './resources/jobs.ts';
import { type CallOperation, type CallPaths, createCall, createSendOperation } from './resources/operation-call.ts';
import type { RecordOf, TablesOption } from './options/tables-option.ts';

/** The OData interface: jobs, history and connectors. */
export interface ODataClient<Paths extends object = ODataPaths> {
  readonly jobs: Jobs<RecordOf<Paths, "/jobs('{JobName}')", Job>>;
  readonly history: History<RecordOf<Paths, '/history', HistoryRecord>>;
  readonly connectors: Connectors<RecordOf<Paths, '/connectors', ConnectorRecord>>;
  /**
   * Calls an operation by its id: those of the document, and those that your own tables add. Typed, decoded and with the same limits,
   * retries and credential as every other call.
   *
   * @throws ConfigError if the client's tables have no such operation
   */
  readonly call: CallOperation<CallPaths<Paths, ODataDecodedPaths>>;
  /** openapi-fetch over the same pipeline: answers with their headers, and paths of a document you extended */
  readonly raw: Client<Paths>;
}

/**
 * Makes a client of the OData interface (specification section 4).
 *
 * @throws ConfigError naming the first option that cannot be used
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
  const settings = checkOptions(options, 'odata', odataTables);
  const send = createPipeline(settings);
  const sendOperation = createSendOperation(settings, send);
  return {
    jobs: createJobs(sendOperation),
    history: createCollection(sendOperation, settings, 'listHistory'),
    connectors: createCollection(sendOperation, settings, 'listConnectors'),
    call: createCall(sendOperation),
    raw: createLazyRaw<ODataPaths>(settings, send),
  } as unknown as ODataClient<Paths>;
}
