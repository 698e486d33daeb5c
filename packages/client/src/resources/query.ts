import { readUnknown } from '../decode/read-value.ts';
import { ConfigError } from '../errors/config-error.ts';
import { ResponseFormatError } from '../errors/response-format-error.ts';
import type { CallOptions } from '../options/client-options.ts';
import type { Answer } from '../pipeline/answer.ts';
import type { Draft } from '../pipeline/draft.ts';
import type { Call } from './call.ts';
import type { StandardSchema } from './standard-schema.ts';

/** Runs a query (specification sections 2.6 and 4). */
export interface RunQuery {
  /**
   * Sends a query and returns the answer's JSON. Its shape is not part of the specification: it is `unknown`, unless `schema` says
   * what it must be. Tried again only where `retry` says so, on the call or the client, since a query may change data.
   *
   * @throws ResponseFormatError with the reason `schema` where the schema refuses the answer
   */
  (text: string, options?: CallOptions): Promise<unknown>;
  <Output>(text: string, options: CallOptions & { readonly schema: StandardSchema<Output> }): Promise<Output>;
}

export function createQuery(call: Call): RunQuery {
  const query = async (text: string, options?: CallOptions & { readonly schema?: StandardSchema<unknown> }) => {
    if (typeof text !== 'string' || text === '') throw new ConfigError('query', 'must be a text that is not empty');
    let sent: Draft | undefined;
    const decode = (answer: Answer, draft: Draft) => {
      sent = draft;
      return readUnknown(answer, draft);
    };
    const { value } = await call({
      operation: 'runQuery',
      method: 'POST',
      path: '/api/query',
      body: { query: text },
      decode,
      options,
    });
    if (options?.schema === undefined) return value;
    const result = await options.schema['~standard'].validate(value);
    if (result.issues === undefined) return result.value;
    const [first] = result.issues;
    throw new ResponseFormatError(
      sent as Draft,
      'schema',
      `the schema refuses the answer: ${first?.message ?? 'no reason given'}`,
    );
  };
  return query as RunQuery;
}
