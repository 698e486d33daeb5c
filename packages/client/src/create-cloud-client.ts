import { ownOptions } from '@syncline/core/internal';
import type { CloudDecodedPaths, CloudPaths } from '@syncline/openapi';
import { decodeOrdinary } from './decode/ordinary-records.ts';
import { cloudTables } from '@syncline/openapi/tables';
import { checkOptions } from './options/check-options.ts';
import { type ClientOptions, clientOptionNames } from './options/client-options.ts';
import { createPipeline } from './pipeline/pipeline.ts';
import { createLazyRaw } from './raw/lazy-raw.ts';
import type { RawClient } from './raw/raw-client.ts';
import { createCall } from './resources/lazy-call.ts';
import { type CallOperation, type CallPaths, createSendOperation } from './resources/operation-call.ts';
import { createQuery, type CloudQuery } from './resources/query.ts';
import type { TablesOption } from './options/tables-option.ts';

/** A client of the cloud query interface (specification section 4). */
export interface CloudClient<Paths extends object = CloudPaths> {
  /** Sends queries */
  readonly query: CloudQuery;
  /**
   * Calls an operation by its operationId: one of the document, or one that your own tables add. The parameters and the
   * body have the types of the document, the result is decoded, and the limits, retries and credential are those of
   * every other call.
   *
   * @throws {ConfigError} when the client's tables do not have the operation or one of its parameters
   * @example
   * ```ts
   * import type { CloudClient } from '@syncline/client';
   *
   * const result = (cloud: CloudClient) => cloud.call('runQuery', { body: { query: 'SELECT JobName FROM jobs' } });
   * ```
   */
  readonly call: CallOperation<CallPaths<Paths, CloudDecodedPaths>>;
  /** The typed openapi-fetch client over the same pipeline. Its first call loads openapi-fetch */
  readonly raw: RawClient<Paths>;
}

/**
 * Creates a client of the cloud query interface (specification sections 4 and 5.3).
 *
 * @throws {ConfigError} when an option cannot be used; `option` names the first one
 * @example
 * ```ts
 * import { personalAccessToken } from '@syncline/auth';
 * import { createCloudClient } from '@syncline/client';
 *
 * const cloud = createCloudClient({
 *   baseUrl: 'https://cloud.example.com',
 *   credential: personalAccessToken({ email: 'ada@example.com', token: 'the token' }),
 * });
 * const result = () => cloud.query('SELECT 1');
 * ```
 */
export function createCloudClient<Paths extends object = CloudPaths>(
  options: ClientOptions & TablesOption<Paths>,
): CloudClient<Paths> {
  const settings = checkOptions(ownOptions(options ?? (null as never), clientOptionNames), 'cloud', {
    ...cloudTables,
    decodeOrdinary,
  });
  const send = createPipeline(settings);
  const sendOperation = createSendOperation(settings, send);
  return {
    query: createQuery(sendOperation, settings),
    call: createCall(sendOperation, settings),
    raw: createLazyRaw<CloudPaths>(settings, send),
  } as unknown as CloudClient<Paths>;
}
