import { type CallContext, type ClientResponse, ConfigError } from '@syncline/core';
import { readUnknown } from '../decode/record-decoder.ts';
import { ResponseFormatError } from '../errors/response-format-error.ts';
import type { CallOptions } from '../options/client-options.ts';
import type { SendOperation } from './operation-call.ts';
import type { StandardSchema } from './standard-schema.ts';

/** Runs a query (specification sections 2.6 and 4). */
export interface RunQuery {
  /**
   * Sends a query and returns the JSON of the response. The specification does not show its shape: it is `unknown`, unless `schema`
   * says what it must be. A query is not retried by default, because it may change data. Set `retry`, on the call or the client, to
   * retry it.
   *
   * @throws ResponseFormatError with the reason `schema` if the schema refuses the response
   */
  (text: string, options?: CallOptions): Promise<unknown>;
  <Output>(text: string, options: CallOptions & { readonly schema: StandardSchema<Output> }): Promise<Output>;
}

export function createQuery(send: SendOperation): RunQuery {
  const query = async (text: string, options?: CallOptions & { readonly schema?: StandardSchema<unknown> }) => {
    if (typeof text !== 'string' || text === '') throw new ConfigError('query', 'must be a string that is not empty');
    const decode = (response: ClientResponse, context: CallContext) => ({
      answer: readUnknown(response, context),
      context,
    });
    const { value } = await send('runQuery', { body: { query: text } }, { decode, options });
    const { answer, context } = value as ReturnType<typeof decode>;
    if (options?.schema === undefined) return answer;
    const result = await options.schema['~standard'].validate(answer);
    if (result.issues === undefined) return result.value;
    const [first] = result.issues;
    const why = first?.message ?? 'no reason given';
    throw new ResponseFormatError(context, 'schema', `the schema refuses the response: ${why}`);
  };
  return query as RunQuery;
}
