import { ConfigError } from '@syncline/core';
import {
  type JobStatusRecord,
  type TaskHistoryRecord,
  type V2DecodedPaths,
  type V2Paths,
  v2Tables,
  type Workspace,
} from '@syncline/openapi';
import type { Client } from 'openapi-fetch';
import { checkOptions } from './options/check-options.ts';
import type { ClientOptions } from './options/client-options.ts';
import { createPipeline } from './pipeline/pipeline.ts';
import { createLazyRaw } from './raw/lazy-raw.ts';
import { createJobStatus, type JobStatus } from './resources/job-status.ts';
import { type CallOperation, type CallPaths, createCall, createSendOperation } from './resources/operation-call.ts';
import { createTransformations, type Transformations } from './resources/transformations.ts';
import { createWorkspaces, type Workspaces, type WorkspacesParameters } from './resources/workspaces.ts';
import type { RecordOf, TablesOption } from './options/tables-option.ts';

/** The options of the v2 client: the common ones, and two names that the specification leaves open. */
export interface V2ClientOptions extends ClientOptions, WorkspacesParameters {}

/** The v2 interface: workspaces, job status and task history. */
export interface V2Client<Paths extends object = V2Paths> {
  readonly workspaces: Workspaces<RecordOf<Paths, '/v2/workspaces', Workspace>>;
  readonly jobs: JobStatus<RecordOf<Paths, '/v2/jobs/{job_id}/status', JobStatusRecord>>;
  readonly transformations: Transformations<
    RecordOf<Paths, '/v2/transformations/{transformation_id}/tasks/{task_id}/history', TaskHistoryRecord>
  >;
  /**
   * Calls an operation by its id: those of the document, and those that your own tables add. Typed, decoded and with the same limits,
   * retries and credential as every other call.
   *
   * @throws ConfigError if the client's tables have no such operation
   */
  readonly call: CallOperation<CallPaths<Paths, V2DecodedPaths>>;
  /** openapi-fetch over the same pipeline */
  readonly raw: Client<Paths>;
}

const parameters = ['workspacesFilterParameter', 'workspacesSortParameter'] as const;

/**
 * Makes a client of the v2 interface (specification section 4). How its paths relate to the OData interface's address is not part
 * of the specification, so it has a `baseUrl` of its own, without the `/v2`.
 *
 * @throws ConfigError naming the first option that cannot be used
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
  const settings = checkOptions(options, 'v2', v2Tables, parameters);
  for (const name of parameters) {
    const value = options[name];
    if (value !== undefined && !/^[\w$@.-]+$/.test(value))
      throw new ConfigError(name, 'must be the name of a query parameter');
  }
  const send = createPipeline(settings);
  const sendOperation = createSendOperation(settings, send);
  return {
    workspaces: createWorkspaces(sendOperation, options),
    jobs: createJobStatus(sendOperation, settings),
    transformations: createTransformations(sendOperation),
    call: createCall(sendOperation),
    raw: createLazyRaw<V2Paths>(settings, send),
  } as unknown as V2Client<Paths>;
}
