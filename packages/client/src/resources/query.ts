import { type CallContext, type ClientResponse, ConfigError } from '@syncline/core';
import { readUnknown } from '../decode/record-decoder.ts';
import { ResponseFormatError } from '../errors/response-format-error.ts';
import type { CallOptions } from '../options/client-options.ts';
import type { Settings } from '../options/settings.ts';
import type { SendOperation } from './operation-call.ts';
import type { StandardSchema } from './standard-schema.ts';

/** Sends a query (specification sections 2.6 and 4). */
export interface RunQuery {
  /**
   * Sends a query and returns the JSON of the response. The specification does not show its shape, so its type is
   * `unknown`, unless you pass a Standard Schema that checks it. A query is not retried by default, because it may
   * change data. Set `retry`, on the call or the client, to retry it.
   *
   * @throws {ConfigError} when the text is empty
   * @throws {ResponseFormatError} when the schema rejects the response (reason `schema`)
   * @example
   * ```ts
   * import type { CloudClient } from '@syncline/client';
   *
   * const jobNames = (cloud: CloudClient): Promise<unknown> => cloud.query('SELECT JobName FROM jobs', { retry: 2 });
   * ```
   */
  (text: string, options?: CallOptions): Promise<unknown>;
  <Output>(text: string, options: CallOptions & { readonly schema: StandardSchema<Output> }): Promise<Output>;
}

export function createQuery(send: SendOperation, settings: Settings): RunQuery {
  const read = readUnknown(settings);
  const query = async (text: string, options?: CallOptions & { readonly schema?: StandardSchema<unknown> }) => {
    if (typeof text !== 'string' || text === '') throw new ConfigError('query', 'must be a string that is not empty');
    const decode = (response: ClientResponse, context: CallContext) => ({
      answer: read(response, context),
      context,
    });
    const { value } = await send('runQuery', { body: { query: text } }, { decode, options });
    const { answer, context } = value as ReturnType<typeof decode>;
    if (options?.schema === undefined) return answer;
    const result = await options.schema['~standard'].validate(answer);
    if (result.issues === undefined) return result.value;
    const [first] = result.issues;
    const why = first?.message ?? 'it gives no reason';
    throw new ResponseFormatError(context, 'schema', `the schema rejects the response: ${why}`);
  };
  return query as RunQuery;
}
