import { BodyTooLargeError, maxBodyBytes, maxHeaderBytes, type SandboxRequest } from '../http/request.ts';
import type { SandboxResponse } from '../http/response.ts';
import { headersTooLarge } from '../http/service-error.ts';
import type { Service } from '../http/service.ts';
import { connectionReset, networkError } from './network-error.ts';
import { toResponse } from './to-response.ts';

const maxRedirects = 20;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** Headers that describe a body. */
const bodyHeaders = ['content-encoding', 'content-language', 'content-location', 'content-type', 'content-length'];

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
      // Not a clone of the request: when a body is too large, one of two copies cannot be cancelled alone.
      let sent: Uint8Array<ArrayBuffer> | undefined;
      const answered = await callService(service, request, url, async () => (sent = await readBody(request)));
      if (answered.delivery?.outageMs !== undefined) {
        downUntilMs = performance.now() + answered.delivery.outageMs;
        throw connectionReset();
      }
      const response = await toResponse(answered, { signal: request.signal, requests });
      const location = response.headers.get('location');
      if (request.redirect === 'manual' || location === null || !redirectStatuses.has(response.status)) return response;
      if (request.redirect === 'error' || redirects === maxRedirects) throw networkError('redirected');
      if (!URL.canParse(location, url.href)) throw networkError('Invalid URL');
      request = redirected(request, response.status, new URL(location, url), sent);
      requests.push(request);
    }
  };
}

/**
 * The request that follows a redirect (Fetch standard, section 4.4).
 *
 * @param body - what the service has read of the request
 */
function redirected(request: Request, status: number, target: URL, body?: Uint8Array<ArrayBuffer>): Request {
  const { method, headers, signal } = request;
  const becomesGet = status === 303 ? method !== 'HEAD' : status < 303 && method === 'POST';
  const next = becomesGet
    ? new Request(target, { headers, signal })
    : new Request(target, body === undefined ? request : { method, headers, signal, body });
  if (becomesGet) for (const name of bodyHeaders) next.headers.delete(name);
  if (target.origin !== new URL(request.url).origin) next.headers.delete('authorization');
  return next;
}

async function callService(
  service: Service,
  request: Request,
  url: URL,
  read: SandboxRequest['readBody'],
): Promise<SandboxResponse> {
  let size = request.method.length + url.pathname.length + url.search.length;
  for (const [name, value] of request.headers) size += name.length + value.length + 4;
  const sandboxRequest: SandboxRequest = {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    headers: () => Object.fromEntries(request.headers),
    readBody: read,
    loopback: true,
    refusal: size > maxHeaderBytes ? headersTooLarge(maxHeaderBytes) : undefined,
  };
  return service(sandboxRequest);
}

/** @throws BodyTooLargeError */
async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
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
