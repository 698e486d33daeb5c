import createFetchClient, { type Client } from 'openapi-fetch';
import { ConfigError } from './errors/config-error.ts';
import { serializePath, serializeQuery } from './options/serialize-path.ts';
import { Draft, type DraftInit } from './pipeline/draft.ts';
import type { SendCall, Settings } from './pipeline/policy.ts';

/** The typed openapi-fetch client of an interface, with the pipeline as its `fetch` and a draft as its `Request`. */
export function createRaw<Paths extends object>({ baseUrl }: Settings, send: SendCall): Client<Paths> {
  return createFetchClient<Paths>({
    baseUrl,
    fetch: send as never,
    Request: RawDraft as never,
    pathSerializer: serializePath,
    querySerializer: serializeQuery,
  });
}

/** openapi-fetch has worked headers of every kind into the platform's own. */
class RawDraft extends Draft {
  constructor(url: string, init: Omit<DraftInit, 'headers'> & { readonly headers: Headers }) {
    // Values are percent-encoded, so a brace left over is a path parameter without a value.
    const unfilled = url.indexOf('{');
    if (unfilled >= 0) throw new ConfigError(url.slice(unfilled + 1, url.indexOf('}', unfilled)), 'is missing');
    super(url, { ...init, headers: { accept: 'application/json', ...Object.fromEntries(init.headers) } });
  }
}
