import { type CallContext, ConfigError, type OptionNames, ownOptions } from '@syncline/core';
import type { Decode } from '../decode/operation.ts';
import { readUnknown } from '../decode/record-decoder.ts';
import { ResponseFormatError } from '../errors/response-format-error.ts';
import { type CallOptions, callOptionNames } from '../options/client-options.ts';
import type { Settings } from '../options/settings.ts';
import { beginCall, type CallPromise, type SendOperation } from './operation-call.ts';
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
  (text: string, options?: CallOptions): CallPromise<unknown>;
  <Output>(text: string, options: CallOptions & { readonly schema: StandardSchema<Output> }): CallPromise<Output>;
}

type QueryCallOptions = CallOptions & { readonly schema?: StandardSchema<unknown> | undefined };

const queryOptionNames: OptionNames<QueryCallOptions> = { ...callOptionNames, schema: 1 };

export function createQuery(send: SendOperation, settings: Settings): RunQuery {
  const read = readUnknown(settings);
  const query = (text: string, given?: QueryCallOptions) =>
    beginCall(() => {
      const options = ownOptions(given, queryOptionNames);
      const { schema } = options;
      if (typeof text !== 'string' || text === '') throw new ConfigError('query', 'must be a string that is not empty');
      if (schema !== undefined && typeof schema?.['~standard']?.validate !== 'function')
        throw new ConfigError('schema', 'must be a Standard Schema');
      const decode: Decode = (response, context) => {
        const answer = read(response, context);
        return schema === undefined ? answer : validate(schema, answer, context);
      };
      return send('runQuery', { body: { query: text } }, { decode, options });
    });
  return query as RunQuery;
}

/** Returns what a schema makes of the JSON of a response. The deadline of the call also limits the schema. */
async function validate(schema: StandardSchema<unknown>, answer: unknown, context: CallContext): Promise<unknown> {
  const result = await context.run(context.remaining, async () => schema['~standard'].validate(answer));
  if (result.issues === undefined) return result.value;
  const why = result.issues[0]?.message ?? 'it gives no reason';
  throw new ResponseFormatError(context, 'schema', `the schema rejects the response: ${why}`);
}
