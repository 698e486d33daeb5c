import { BodyTooLargeError, maxBodyBytes, maxHeaderBytes, type SandboxRequest } from '../http/request.ts';
import type { SandboxResponse } from '../http/response.ts';
import { headersTooLarge } from '../http/service-error.ts';
import type { Service } from '../http/service.ts';
import { connectionReset, networkError } from './network-error.ts';
import { toResponse } from './to-response.ts';

const maxRedirects = 20;

/**
 * Creates a `fetch` that calls the service without a port. Connection faults reject with a TypeError, as a broken
 * connection does.
 */
export function createSandboxFetch(service: Service): typeof globalThis.fetch {
  let downUntilMs = 0;
  return async (input, init) => {
    let request = new Request(input, init);
    const requests: unknown[] = [input, request];
    for (let redirects = 0; ; redirects++) {
      request.signal.throwIfAborted();
      if (performance.now() < downUntilMs) throw networkError('connect ECONNREFUSED', 'ECONNREFUSED');
      const url = new URL(request.url);
      const answered = await callService(service, request, url);
      if (answered.delivery?.outageMs !== undefined) {
        downUntilMs = performance.now() + answered.delivery.outageMs;
        throw connectionReset();
      }
      const response = await toResponse(answered, { signal: request.signal, requests });
      const location = response.headers.get('location');
      if (request.redirect === 'manual' || location === null || response.status < 300 || response.status > 399)
        return response;
      if (request.redirect === 'error' || redirects === maxRedirects)
        throw new TypeError('fetch failed', { cause: new Error('redirected') });
      request = new Request(new URL(location, url), {
        method: 'GET',
        headers: request.headers,
        signal: request.signal,
      });
      requests.push(request);
    }
  };
}

async function callService(service: Service, request: Request, url: URL): Promise<SandboxResponse> {
  let size = request.method.length + url.pathname.length + url.search.length;
  for (const [name, value] of request.headers) size += name.length + value.length + 4;
  const sandboxRequest: SandboxRequest = {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    headers: () => Object.fromEntries(request.headers),
    readBody: () => readBody(request),
    loopback: true,
    refusal: size > maxHeaderBytes ? headersTooLarge(maxHeaderBytes) : undefined,
  };
  return service(sandboxRequest);
}

/** @throws BodyTooLargeError */
async function readBody(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new BodyTooLargeError();
    chunks.push(chunk);
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}
