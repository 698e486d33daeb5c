import {
  type ConnectorRecord,
  connectorRecordDecode,
  type HistoryRecord,
  historyRecordDecode,
  type Job,
  type ODataPaths,
} from '@syncline/openapi';
import type { Client } from 'openapi-fetch';
import { checkOptions } from './options/check-options.ts';
import type { ClientOptions } from './options/client-options.ts';
import { createPipeline } from './pipeline/pipeline.ts';
import { createRaw } from './raw/create-raw.ts';
import { type Connectors, createCollection, type History } from './resources/collection.ts';
import { createJobs, type Jobs } from './resources/jobs.ts';
import { createSendOperation } from './resources/operation-call.ts';
import type { RecordOf, TablesOption } from './options/tables-option.ts';

/** The OData interface: jobs, history and connectors. */
export interface ODataClient<Paths extends object = ODataPaths> {
  readonly jobs: Jobs<RecordOf<Paths, "/jobs('{JobName}')", Job>>;
  readonly history: History<RecordOf<Paths, '/history', HistoryRecord>>;
  readonly connectors: Connectors<RecordOf<Paths, '/connectors', ConnectorRecord>>;
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
  const settings = checkOptions(options, 'odata');
  const send = createPipeline(settings);
  const operate = createSendOperation(settings, send);
  return {
    jobs: createJobs(operate, settings),
    history: createCollection(operate, settings, historyRecordDecode, { operation: 'listHistory', path: '/history' }),
    connectors: createCollection(operate, settings, connectorRecordDecode, {
      operation: 'listConnectors',
      path: '/connectors',
    }),
    raw: createRaw<ODataPaths>(settings, send),
  } as unknown as ODataClient<Paths>;
}
