import { ConfigError, type OptionNames, ownOptions } from '@syncline/core/internal';
import type { JobStatusRecord, TaskHistoryRecord, V2DecodedPaths, V2Paths, Workspace } from '@syncline/openapi';
import { decodeOrdinary } from './decode/ordinary-records.ts';
import { v2Tables } from '@syncline/openapi/tables';
import { checkOptions } from './options/check-options.ts';
import { type ClientOptions, clientOptionNames } from './options/client-options.ts';
import { createPipeline } from './pipeline/pipeline.ts';
import { createLazyRaw } from './raw/lazy-raw.ts';
import type { RawClient } from './raw/raw-client.ts';
import { createJobStatus, type JobStatus } from './resources/job-status.ts';
import { createCall } from './resources/lazy-call.ts';
import { type CallOperation, type CallPaths, createSendOperation } from './resources/operation-call.ts';
import { createTransformations, type Transformations } from './resources/transformations.ts';
import { createWorkspaces, type Workspaces, type WorkspacesParameters } from './resources/workspaces.ts';
import type { RecordOf, TablesOption } from './options/tables-option.ts';

/**
 * The options of the v2 client: the common ones, and the names of two query parameters that the specification does not
 * show.
 */
export interface V2ClientOptions extends ClientOptions, WorkspacesParameters {}

/** A client of the v2 interface (specification section 4): workspaces, job status and task history. */
export interface V2Client<Paths extends object = V2Paths> {
  /** Workspaces */
  readonly workspaces: Workspaces<RecordOf<Paths, '/v2/workspaces', Workspace>>;
  /** The status of jobs */
  readonly jobs: JobStatus<RecordOf<Paths, '/v2/jobs/{job_id}/status', JobStatusRecord>>;
  /** Transformations and the history of their tasks */
  readonly transformations: Transformations<
    RecordOf<Paths, '/v2/transformations/{transformation_id}/tasks/{task_id}/history', TaskHistoryRecord>
  >;
  /**
   * Calls an operation by its operationId: one of the document, or one that your own tables add. The parameters and the
   * body have the types of the document, the result is decoded, and the limits, retries and credential are those of
   * every other call.
   *
   * @throws {ConfigError} when the client's tables do not have the operation or one of its parameters
   * @example
   * ```ts
   * import type { V2Client } from '@syncline/client';
   *
   * const latest = async (v2: V2Client, jobId: string) => {
   *   const [record] = await v2.call('listJobStatus', { path: { job_id: jobId } });
   *   return record?.status;
   * };
   * ```
   */
  readonly call: CallOperation<CallPaths<Paths, V2DecodedPaths>>;
  /** The typed openapi-fetch client over the same pipeline. Its first call loads openapi-fetch */
  readonly raw: RawClient<Paths>;
}

const parameterNames: OptionNames<WorkspacesParameters> = { workspacesFilterParameter: 1, workspacesSortParameter: 1 };

/**
 * Creates a client of the v2 interface (specification section 4). The specification does not say how its paths relate
 * to the address of the OData interface, so this client has a `baseUrl` of its own, without the `/v2`.
 *
 * @throws {ConfigError} when an option cannot be used; `option` names the first one
 * @example
 * ```ts
 * import { basic } from '@syncline/auth';
 * import { createV2Client } from '@syncline/client';
 *
 * const v2 = createV2Client({
 *   baseUrl: 'https://sync.example.com',
 *   credential: basic({ username: 'ada', password: 'the password' }),
 *   workspacesFilterParameter: 'filter',
 * });
 * const named = (name: string) => v2.workspaces.list({ filter: `name eq '${name}'` });
 * ```
 */
export function createV2Client<Paths extends object = V2Paths>(
  options: V2ClientOptions & TablesOption<Paths>,
): V2Client<Paths> {
  const checked = ownOptions(options ?? (null as never), { ...clientOptionNames, ...parameterNames });
  const settings = checkOptions(checked, 'v2', { ...v2Tables, decodeOrdinary });
  for (const name of Object.keys(parameterNames) as (keyof WorkspacesParameters)[]) {
    const value = checked[name];
    if (value !== undefined && !/^[\w$@.-]+$/.test(value))
      throw new ConfigError(name, 'must be the name of a query parameter');
  }
  const send = createPipeline(settings);
  const sendOperation = createSendOperation(settings, send);
  return {
    workspaces: createWorkspaces(sendOperation, checked),
    jobs: createJobStatus(sendOperation, settings),
    transformations: createTransformations(sendOperation),
    call: createCall(sendOperation, settings),
    raw: createLazyRaw<V2Paths>(settings, send),
  } as unknown as V2Client<Paths>;
}
