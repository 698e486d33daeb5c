import { ClientRequest, ConfigError, type OptionNames, ownOptions, withoutPrototype } from '@syncline/core/internal';
import createFetchClient, { type Client, type RequestOptions, defaultBodySerializer } from 'openapi-fetch';
import { type Decode, decodeOperation } from '../decode/operation.ts';
import { dropProto, parse } from '../decode/record-decoder.ts';
import { type CallOptions, callOptionNames } from '../options/client-options.ts';
import type { Settings } from '../options/settings.ts';
import type { SendCall } from '../pipeline/pipeline.ts';
import { requireHeaders, requireSendable } from '../pipeline/require-sendable.ts';
import { acceptOf, readLater, writeHeaders, writePath, writeQuery } from '../resources/described-request.ts';
import { writeJson } from '../resources/encode-body.ts';

import type { callInit } from '../resources/operation-call.ts';
import { compilePath, serializeQuery } from '../resources/serialize.ts';
import { RawResponse } from './raw-response.ts';

/** The options of one call: those of openapi-fetch, except for the platform's own, which have no effect here. */
const initNames: OptionNames<
  CallOptions & RequestOptions<unknown> & { readonly params?: unknown; readonly body?: unknown }
> = {
  ...callOptionNames,
  params: 1,
  body: 1,
  headers: 1,
  parseAs: 1,
  baseUrl: 1,
  querySerializer: 1,
  bodySerializer: 1,
  pathSerializer: 1,
  fetch: 1,
  middleware: 1,
};

/**
 * Creates the typed openapi-fetch client of an interface, over the same pipeline as the resources. If the caller passed
 * tables, a call of one of their operations returns decoded `data` and throws an HttpError. A call that sets `parseAs`,
 * and a call of any other path, behaves as in openapi-fetch, except that JSON that cannot be parsed is a
 * ResponseFormatError, and that no data has the key `__proto__`.
 */
export function createRaw<Paths extends object>(
  settings: Settings,
  send: SendCall,
  initOf: typeof callInit,
): Client<Paths> {
  const { baseUrl } = settings;
  const raw = createFetchClient<Paths>({
    baseUrl,
    fetch: ((request: RawRequest) => request.send(send, initOf)) as never,
    Request: RawRequest as never,
    pathSerializer: (path, values) => compilePath(path)(values),
    querySerializer: serializeQuery,
    bodySerializer: writeBody,
  });
  const operations = settings.isRawDecoded ? Object.entries(settings.tables.operations) : [];
  const forward = raw.request as unknown as Request;
  const request: Request = async (method, path, input) => {
    if (typeof path !== 'string') throw new ConfigError('path', 'must be a text');
    const checked: RawInit = ownOptions(input as object, initNames);
    // With a value for each name, a polluted prototype sets none.
    const init: RawInit = {
      ...Object.fromEntries(Object.keys(initNames).map((name) => [name, checked[name as keyof RawInit]])),
      params: withoutPrototype(checked.params ?? {}),
    };
    const found = operations.find(([, each]) => each.path === path && each.method === method.toUpperCase());
    const details = found && withoutPrototype(found[1]).details;
    if (details) {
      init.querySerializer ??= (query: Record<string, unknown>) => writeQuery(query, details);
      init.pathSerializer ??= (template: string, values: Record<string, unknown>) =>
        writePath(template, values, details);
      // openapi-fetch writes a header as text and sends no cookies.
      const { header, cookie } = init.params as Record<string, Record<string, unknown>>;
      Object.assign(init.params as object, { header: writeHeaders({ headers: header, cookies: cookie }, details) });
    }
    init.headers = plainHeaders(init.headers);
    checkHeaders(init.headers);
    checkHeaders((init.params as { readonly header?: unknown }).header);
    const { parseAs } = init;
    if (found !== undefined && parseAs === undefined) {
      const media = details?.media && {
        headers: init.headers ?? { accept: acceptOf(details) },
        decode: readLater(found[1], settings),
      };
      const described = { operation: found[0], decode: decodeOperation(found[1], settings), ...media };
      const { response } = await forward(method, path, { ...init, ...described, parseAs: 'stream' });
      return { data: (response as RawResponse).value, response };
    }
    if (parseAs !== undefined && parseAs !== 'json') return forward(method, path, init);
    const result = await forward(method, path, { ...init, parseAs: 'text' });
    const { data, error, response } = result;
    if (error !== undefined) dropProto(error);
    if (typeof data !== 'string') return result;
    const place =
      response instanceof RawResponse ? response.place : { operation: undefined, method, path, attempts: 1 };
    return { data: data === '' ? undefined : parse(data, place), response };
  };
  const client: Record<string, unknown> = { ...raw, request };
  for (const name in raw) if (/^[A-Z]+$/.test(name)) client[name] = request.bind(undefined, name);
  return client as unknown as Client<Paths>;
}

/** Writes a body as openapi-fetch does. What JSON cannot hold without help is written as `call` writes it. */
const writeBody = (body: unknown, headers?: unknown): unknown => {
  try {
    // Its type has no headers, which decide between JSON and a form.
    return (defaultBodySerializer as typeof writeBody)(body, headers);
  } catch {
    return writeJson(body);
  }
};

/** The `Headers` of any realm as plain data: openapi-fetch takes those of another realm for an object without properties. */
function plainHeaders(headers: unknown): unknown {
  const isPlain = Array.isArray(headers) || typeof (headers as Partial<Headers> | undefined)?.entries !== 'function';
  return isPlain ? headers : Object.fromEntries((headers as Headers).entries());
}

/**
 * openapi-fetch writes headers with the platform's `Headers`, whose error shows the value that it refuses.
 *
 * @throws {ConfigError} when HTTP cannot carry a header
 */
function checkHeaders(headers: unknown): void {
  // `null` removes a header.
  for (const [name, values] of Object.entries(Object(headers) as Record<string, unknown>))
    for (const value of [values].flat()) requireHeaders({ [name]: `${(value ?? '') as string}`.trim() });
}

interface RawInit extends CallOptions {
  readonly params?: object;
  headers?: unknown;
  readonly parseAs?: string;
  querySerializer?: unknown;
  pathSerializer?: unknown;
  readonly operation?: string;
  readonly decode?: Decode;
}

type Request = (method: string, path: string, init?: RawInit) => Promise<RawResult>;

interface RawResult {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: unknown;
}

/** openapi-fetch creates this instead of the platform's `Request`, after it has merged all headers. */
class RawRequest extends ClientRequest {
  readonly #init: RawInit & { readonly headers: Headers };

  constructor(
    url: string,
    init: RawInit & { readonly method: string; readonly body?: string; readonly headers: Headers },
  ) {
    // Values are percent-encoded, so a brace in the address is a path parameter without a value.
    const unfilled = url.indexOf('{');
    if (unfilled >= 0) throw new ConfigError(url.slice(unfilled + 1, url.indexOf('}', unfilled)), 'is missing');
    const { body } = init;
    const sent = typeof body === 'object' && body !== null ? { body, duplex: 'half' } : body;
    const copy = withoutPrototype({ ...init, body: sent });
    // A middleware changes them as those of a `Request`. They become plain data when the request is sent.
    super(url, copy as never);
    this.#init = copy;
  }

  async send(send: SendCall, initOf: typeof callInit): Promise<RawResponse> {
    const options = this.#init;
    const { headers } = options;
    // A middleware may also have set a property, as in plain data.
    Object.assign(this, { headers: { accept: 'application/json', ...Object.fromEntries(headers), ...headers } });
    // Here, because a middleware may have changed it.
    requireSendable(this);
    return new RawResponse(await send(this, initOf(options), options.decode));
  }
}
