import { type CallContext, ConfigError, guardInCall, type OptionNames, ownOptions } from '@syncline/core/internal';
import { type Decode, readResponse } from '../decode/operation.ts';
import { ResponseFormatError } from '../errors/response-format-error.ts';
import { type CallOptions, callOptionNames } from '../options/client-options.ts';
import type { Settings } from '../options/settings.ts';
import { callInit, beginCall, type CallPromise, type SendOperation } from './operation-call.ts';
import type { StandardSchema } from './standard-schema.ts';

/** Sends a query (specification sections 2.6 and 4). */
export interface CloudQuery {
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
  <Schema extends StandardSchema<unknown> | undefined = undefined>(
    text: string,
    options?: CallOptions & { readonly schema?: Schema },
  ): CallPromise<Schema extends StandardSchema<infer Output> ? Output : unknown>;
}

type QueryCallOptions = CallOptions & { readonly schema?: StandardSchema<unknown> | undefined };

const queryOptionNames: OptionNames<QueryCallOptions> = { ...callOptionNames, schema: 1 };

export function createQuery(send: SendOperation, settings: Settings): CloudQuery {
  const query = (text: string, input?: QueryCallOptions) =>
    beginCall(() => {
      const options = ownOptions(input, queryOptionNames);
      const { schema } = options;
      if (typeof text !== 'string' || text === '') throw new ConfigError('query', 'must be a string that is not empty');
      if (schema !== undefined && typeof schema?.['~standard']?.validate !== 'function')
        throw new ConfigError('schema', 'must be a Standard Schema');
      const decode: Decode = async (response, context) => {
        const value = await readResponse(response, context, settings);
        // The schema has the same limits as a request.
        return schema === undefined ? value : context.run(context.remaining, () => check(schema, value, context));
      };
      const parts = { path: undefined, query: undefined, body: { query: text } };
      return send('runQuery', parts, callInit(options), decode);
    });
  return query as CloudQuery;
}

/** Checks a value with the caller's schema, which has the limits of the call. */
async function check(schema: StandardSchema<unknown>, value: unknown, context: CallContext): Promise<unknown> {
  let checked: unknown;
  let issues: readonly ({ readonly message?: unknown } | undefined)[] | undefined;
  let message: unknown;
  await guardInCall(
    context,
    'schema',
    () => schema['~standard'].validate(value),
    // Reads the result in here, because its properties may run code of the caller.
    (result) => {
      ({ issues, value: checked } = Object(result) as { issues?: typeof issues; value?: unknown });
      const isResult = issues === undefined ? 'value' in Object(result) : Array.isArray(issues);
      message = issues?.[0]?.message;
      return !isResult && "it must return a Standard Schema's result: `value` or `issues`";
    },
  );
  if (issues === undefined) return checked;
  const why = typeof message === 'string' ? context.scrub(message).slice(0, 500) : 'it gives no reason';
  throw new ResponseFormatError(context, 'schema', `the schema rejects the response: ${why}`);
}
