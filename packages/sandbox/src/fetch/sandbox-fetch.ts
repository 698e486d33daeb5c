import type { Answer, PlainRequest } from '../contract.ts';
import { refusalAnswer } from '../http/answers.ts';
import { BodyTooLargeError, maxBodyBytes, maxHeaderBytes } from '../http/limits.ts';
import { Refusal } from '../http/refusal.ts';
import type { Service } from '../service/service.ts';
import { answerToResponse } from './answer-to-response.ts';
import { connectionReset, networkError } from './network-error.ts';

const maxRedirects = 20;

/** A `fetch` that reaches the service without a port; connection faults reject as a broken connection does, with a TypeError. */
export function createSandboxFetch(service: Service): typeof globalThis.fetch {
  let downUntilMs = 0;
  return async (input, init) => {
    let request = new Request(input, init);
    const requests: unknown[] = [input, request];
    for (let redirects = 0; ; redirects++) {
      request.signal.throwIfAborted();
      if (performance.now() < downUntilMs) throw networkError('connect ECONNREFUSED', 'ECONNREFUSED');
      const { answer, url } = await serve(service, request);
      if (answer.outageMs !== undefined) {
        downUntilMs = performance.now() + answer.outageMs;
        throw connectionReset();
      }
      const response = await answerToResponse(answer, { signal: request.signal, requests });
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

async function serve(service: Service, request: Request): Promise<{ answer: Answer; url: URL }> {
  const url = new URL(request.url);
  let size = request.method.length + url.pathname.length + url.search.length;
  for (const [name, value] of request.headers) size += name.length + value.length + 4;
  if (size > maxHeaderBytes)
    return {
      answer: refusalAnswer(
        'odata',
        new Refusal(431, 'HeadersTooLarge', `The headers are over ${maxHeaderBytes} bytes.`),
      ),
      url,
    };
  const plain: PlainRequest = {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    headerEntries: () => request.headers,
    readBody: () => readBody(request),
    loopback: true,
  };
  return { answer: await service.handle(plain), url };
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
