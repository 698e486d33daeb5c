import { type CloudDecodedPaths, type CloudPaths, cloudTables } from '@syncline/openapi';
import type { Client } from 'openapi-fetch';
import { checkOptions } from './options/check-options.ts';
import type { ClientOptions } from './options/client-options.ts';
import { createPipeline } from './pipeline/pipeline.ts';
import { createLazyRaw } from './raw/lazy-raw.ts';
import { type CallOperation, type CallPaths, createCall, createSendOperation } from './resources/operation-call.ts';
import { createQuery, type RunQuery } from './resources/query.ts';
import type { TablesOption } from './options/tables-option.ts';

/** The cloud query interface. */
export interface CloudClient<Paths extends object = CloudPaths> {
  readonly query: RunQuery;
  /**
   * Calls an operation by its id: those of the document, and those that your own tables add. Typed, decoded and with the same limits,
   * retries and credential as every other call.
   *
   * @throws ConfigError if the client's tables have no such operation
   */
  readonly call: CallOperation<CallPaths<Paths, CloudDecodedPaths>>;
  /** openapi-fetch over the same pipeline */
  readonly raw: Client<Paths>;
}

/**
 * Makes a client of the cloud query interface (specification sections 4 and 5.3).
 *
 * @throws ConfigError naming the first option that cannot be used
 * @example
 * ```ts
 * import { personalAccessToken } from '@syncline/auth';
 * import { createCloudClient } from '@syncline/client';
 *
 * const cloud = createCloudClient({
 *   baseUrl: 'https://cloud.example.com',
 *   credential: personalAccessToken({ email: 'ada@example.com', token: 'the token' }),
 * });
 * const answer = () => cloud.query('SELECT 1');
 * ```
 */
export function createCloudClient<Paths extends object = CloudPaths>(
  options: ClientOptions & TablesOption<Paths>,
): CloudClient<Paths> {
  const settings = checkOptions(options, 'cloud', cloudTables);
  const send = createPipeline(settings);
  const sendOperation = createSendOperation(settings, send);
  return {
    query: createQuery(sendOperation),
    call: createCall(sendOperation),
    raw: createLazyRaw<CloudPaths>(settings, send),
  } as unknown as CloudClient<Paths>;
}
