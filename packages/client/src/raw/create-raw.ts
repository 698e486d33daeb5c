import { ClientRequest, ConfigError } from '@syncline/core';
import createFetchClient, { type Client } from 'openapi-fetch';
import { type Decode, decodeOperation } from '../decode/operation.ts';
import type { CallOptions } from '../options/client-options.ts';
import type { Settings } from '../options/settings.ts';
import type { SendCall } from '../pipeline/pipeline.ts';
import { serializePath, serializeQuery } from '../resources/serialize.ts';
import { RawResponse } from './raw-response.ts';

/**
 * Creates the typed openapi-fetch client of an interface, over the same pipeline as the resources. If the caller passed
 * tables, a call of one of their operations returns decoded `data` and throws an HttpError. A call that sets `parseAs`,
 * and a call of any other path, behaves as in openapi-fetch.
 */
export function createRaw<Paths extends object>(settings: Settings, send: SendCall): Client<Paths> {
  const { baseUrl } = settings;
  const raw = createFetchClient<Paths>({
    baseUrl,
    fetch: ((request: RawRequest) => request.send(send)) as never,
    Request: RawRequest as never,
    pathSerializer: serializePath,
    querySerializer: serializeQuery,
  });
  if (!settings.isRawDecoded) return raw;
  const operations = Object.entries(settings.tables.operations);
  const forward = raw.request as unknown as Request;
  const request: Request = async (method, path, init) => {
    const found = operations.find(([, each]) => each.path === path && each.method === method.toUpperCase());
    if (found === undefined || init?.parseAs !== undefined) return forward(method, path, init);
    const described = { operation: found[0], decode: decodeOperation(found[1], settings) };
    const { response } = await forward(method, path, { ...init, ...described, parseAs: 'stream' });
    return { data: (response as RawResponse).value, response };
  };
  const decoding: Record<string, unknown> = { ...raw, request };
  for (const name in raw) if (/^[A-Z]+$/.test(name)) decoding[name] = request.bind(undefined, name);
  return decoding as unknown as Client<Paths>;
}

interface RawInit extends CallOptions {
  readonly parseAs?: string;
  readonly operation?: string;
  readonly decode?: Decode;
}

type Request = (method: string, path: string, init?: RawInit) => Promise<{ response: unknown }>;

/** openapi-fetch creates this instead of the platform's `Request`, after it has merged all headers. */
class RawRequest extends ClientRequest {
  readonly #init: RawInit;

  constructor(
    url: string,
    init: RawInit & { readonly method: string; readonly body?: string; readonly headers: Headers },
  ) {
    // Values are percent-encoded, so a brace in the address is a path parameter without a value.
    const unfilled = url.indexOf('{');
    if (unfilled >= 0) throw new ConfigError(url.slice(unfilled + 1, url.indexOf('}', unfilled)), 'is missing');
    super(url, { ...init, headers: { accept: 'application/json', ...Object.fromEntries(init.headers) } });
    this.#init = init;
  }

  async send(send: SendCall): Promise<RawResponse> {
    const { response, value } = await send(this, { decode: this.#init.decode, options: this.#init });
    return new RawResponse(response, value);
  }
}
