import { ConfigError } from '@syncline/core/internal';
import type { CallResult } from '../pipeline/pipeline.ts';

/** The data of a call with the facts of the response that brought it. */
export interface CallResponse<Data> {
  /** What the call itself resolves to */
  readonly data: Data;
  /** The HTTP status, from 200 to 299 */
  readonly status: number;
  /**
   * The headers that describe the data or the service, by lower-case names: content type and language, length, date,
   * age, validators, caching, links, rate limits, OData version, and the header of the request id. Other headers, such
   * as one that sets a cookie, are not included.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** The id that the service gave the request; needs the client's option `requestIdHeader` */
  readonly requestId: string | undefined;
}

/** What `await using` calls, if the compiler's `lib` knows it (`esnext.disposable`): that of a generator. */
type Disposal = Omit<
  AsyncGenerator<unknown, unknown, unknown>,
  'next' | 'return' | 'throw' | typeof Symbol.asyncIterator | typeof Symbol.toStringTag
>;

/** The records of a call while they arrive. `await using` leaves it, as `break` leaves a loop. */
export interface CallStream<Item> extends AsyncIterableIterator<Item>, Disposal {
  /** The response as `withResponse()` of a call has it; undefined until it has arrived. Of several pages, the latest */
  response(): Promise<CallResponse<undefined> | undefined>;
}

/** The response headers that a caller can see. */
const allowed = [
  'age',
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'link',
  'odata-version',
  'ratelimit',
  'ratelimit-limit',
  'ratelimit-policy',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
];

/** Selects the parts of a response that a caller can see, without secrets. */
export function toCallResponse({ value, response, context }: CallResult): CallResponse<unknown> {
  const wasSent = (response as unknown) !== undefined;
  if (!wasSent) throw new ConfigError('filter', 'matches no record, so no request was sent');
  const headers: Record<string, string> = {};
  for (const name of allowed) {
    const text = response.headers.get(name);
    if (text !== null) headers[name] = context.scrub(text).slice(0, 1000);
  }
  return { data: value, status: response.status, headers, requestId: context.requestId };
}
