import { ConfigError } from '@syncline/core/errors';
import { isThenable } from '@syncline/core/internal';
import type { SandboxRequest, Service } from '../http/request.ts';
import type { SandboxResponse } from '../http/response.ts';

/** Which web pages may read responses: pages on this machine, pages of the listed origins, or none. */
export type CorsOption = 'loopback' | readonly string[] | false;

const loopbackOrigin = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/**
 * Lets pages of other origins call the service, as the Fetch standard defines it (CORS). The response names the origin
 * instead of `*`, and cookies are never allowed: the page must send credentials in headers.
 */
export function withCors(service: Service, cors: CorsOption): Service {
  if (cors === false) return service;
  const isAllowed = (origin: string): boolean =>
    cors === 'loopback' ? loopbackOrigin.test(origin) : cors.includes(origin);
  return (request) => {
    const origin = request.header('origin');
    if (origin === undefined || !isAllowed(origin)) return service(request);
    if (request.method === 'OPTIONS' && request.header('access-control-request-method') !== undefined)
      return preflightResponse(request, origin);
    const response = service(request);
    return isThenable(response)
      ? response.then((settled) => readableBy(origin, settled))
      : readableBy(origin, response);
  };
}

/** @throws ConfigError when an entry is not an origin as a browser sends it */
export function checkCors(cors: CorsOption): void {
  if (cors === false || cors === 'loopback') return;
  if (!Array.isArray(cors))
    throw new ConfigError('cors', `must be 'loopback', false or a list of origins, found ${JSON.stringify(cors)}`);
  for (const origin of cors as readonly unknown[]) {
    if (typeof origin !== 'string' || !URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new ConfigError(
        'cors',
        `must list origins such as https://docs.example.com, found ${JSON.stringify(origin)}`,
      );
  }
}

function preflightResponse(request: SandboxRequest, origin: string): SandboxResponse {
  const requested = request.header('access-control-request-headers');
  return {
    status: 204,
    headers: {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST',
      ...(requested !== undefined && { 'access-control-allow-headers': requested }),
      ...(request.header('access-control-request-private-network') === 'true' && {
        'access-control-allow-private-network': 'true',
      }),
      'access-control-max-age': '600',
      vary: 'Origin, Access-Control-Request-Headers',
    },
    body: '',
  };
}

function readableBy(origin: string, response: SandboxResponse): SandboxResponse {
  return {
    ...response,
    headers: {
      ...response.headers,
      'access-control-allow-origin': origin,
      'access-control-expose-headers': Object.keys(response.headers).join(', '),
      vary: 'Origin',
    },
  };
}
