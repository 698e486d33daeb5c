import type { Answer, PlainRequest } from '../contract.ts';
import { ConfigError } from '../errors/config-error.ts';
import { isControl, type Service } from '../service/service.ts';

/** Which web pages may read answers: those of this machine, those of the origins named, or none. */
export type CorsOption = 'loopback' | readonly string[] | false;

const loopbackOrigin = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/**
 * Lets pages of other origins call the service, as the Fetch standard has it (CORS). The origin is named, never `*`, and cookies are
 * never asked for: credentials travel in headers that the page must know. The control page stays closed to every other origin.
 */
export function withCors(service: Service, cors: CorsOption): Service {
  if (cors === false) return service;
  const allowed = (origin: string): boolean =>
    cors === 'loopback' ? loopbackOrigin.test(origin) : cors.includes(origin);
  return {
    tokens: service.tokens,
    handle(request) {
      const origin = request.header('origin');
      if (origin === undefined || isControl(request.path) || !allowed(origin)) return service.handle(request);
      if (request.method === 'OPTIONS' && request.header('access-control-request-method') !== undefined)
        return preflight(request, origin);
      const answer = service.handle(request);
      return answer instanceof Promise ? answer.then((ready) => readable(ready, origin)) : readable(answer, origin);
    },
  };
}

/** @throws ConfigError for what is no origin as a browser sends it */
export function checkCors(cors: CorsOption): void {
  if (cors === false || cors === 'loopback') return;
  if (!Array.isArray(cors))
    throw new ConfigError('cors', `expected 'loopback', false or a list of origins, found ${JSON.stringify(cors)}`);
  for (const origin of cors as readonly unknown[]) {
    if (typeof origin !== 'string' || !URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new ConfigError(
        'cors',
        `${JSON.stringify(origin)} is no origin; expected one such as https://docs.example.com`,
      );
  }
}

function preflight(request: PlainRequest, origin: string): Answer {
  const asked = request.header('access-control-request-headers');
  return {
    status: 204,
    headers: {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST',
      ...(asked !== undefined && { 'access-control-allow-headers': asked }),
      ...(request.header('access-control-request-private-network') === 'true' && {
        'access-control-allow-private-network': 'true',
      }),
      'access-control-max-age': '600',
      vary: 'Origin, Access-Control-Request-Headers',
    },
    body: '',
  };
}

function readable(answer: Answer, origin: string): Answer {
  const exposed = Object.keys(answer.headers).join(', ');
  return {
    ...answer,
    headers: {
      ...answer.headers,
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposed,
      vary: 'Origin',
    },
  };
}
