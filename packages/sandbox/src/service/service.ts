import { isThenable, isError } from '@syncline/core/internal';
import type { Schemes } from '../authenticate/schemes.ts';
import { type Control, controlPath, isControlPath } from '../control/control.ts';
import { type Faults, printFaultHeader } from '../faults/faults.ts';
import { keepBeginning, ObservedRequest } from '../http/observed-request.ts';
import type { RequestLog } from '../http/request-log.ts';
import type { SandboxRequest, Service } from '../http/request.ts';
import { errorResponse, notFound, type SandboxResponse, ServiceError } from '../http/response.ts';
import type { Clock } from '../time/clock.ts';
import { type CorsOption, withCors } from './cors.ts';
import { createRouter, type RoutedResponse, type Router, type RouterContext } from './router.ts';

/** A host name of the internet. Single names, addresses, and the names of private networks and tests are not. */
const publicName = /\.(?!(?:localhost|internal|local|test)\.?(?::|$))[a-z][a-z0-9-]*\.?(?::\d{1,5})?$/i;

/**
 * Returns why a recording is not replayed to a request, or undefined if it is. A replay accepts every credential, so a
 * web page could read the recording if its own host name led to this machine (DNS rebinding). Then the name in `Host` is
 * one of the internet, although the request came from this machine.
 */
function reboundReason(request: SandboxRequest): ServiceError | undefined {
  if (!request.loopback || request.isProxied || !publicName.test(request.header('host') ?? '')) return undefined;
  return new ServiceError(
    421,
    'MisdirectedRequest',
    'A recording is not replayed under a host name of the internet. Use localhost, an address, or a name ending in .test.',
  );
}

/** Adds the `Date` header with the time of the sandbox's clock, so that it matches the timestamps of the records. */
export function withDate(service: Service, clock: Pick<Clock, 'now'>): Service {
  let lastSecond = Number.NaN;
  let lastText = '';
  const dated = (response: SandboxResponse): SandboxResponse => {
    if (response.headers.date !== undefined) return response;
    const now = clock.now();
    const second = Math.floor(now.getTime() / 1000);
    if (second !== lastSecond) {
      lastText = now.toUTCString();
      lastSecond = second;
    }
    return { ...response, headers: { ...response.headers, date: lastText } };
  };
  return (request) => {
    const response = service(request);
    return isThenable(response) ? response.then(dated) : dated(response);
  };
}

/** The parts of a service. */
interface ServiceParts extends RouterContext {
  readonly clock: Clock;
  readonly schemes: Schemes;
  readonly latencyMs: number;
  readonly log: RequestLog;
  readonly faults: Faults;
  readonly control: Control;
  readonly cors: CorsOption;
  /** Responds to requests from a recording, instead of the operations of this package. */
  readonly router?: Router | undefined;
}

/** Combines router, faults, request log, control page and CORS. */
export function createService(parts: ServiceParts): Service {
  const { clock, log, faults, control, latencyMs } = parts;
  const route = parts.router ?? createRouter(parts, parts.schemes);

  const finish = (
    request: SandboxRequest,
    startedMs: number,
    { operationId, scheme, ignored }: Omit<RoutedResponse, 'response'>,
    original: SandboxResponse,
  ): SandboxResponse => {
    const fault = faults.take(operationId, request);
    const faulty = fault === undefined ? original : faults.apply(fault, original);
    const delivered = latencyMs === 0 ? faulty : delayed(faulty, latencyMs);
    const { body, beginning } = keepBeginning(delivered.body);
    const response = body === delivered.body ? delivered : { ...delivered, body };
    log.add(request, {
      at: clock.now(),
      operationId,
      scheme,
      ignored: ignored.length > 0 ? ignored : undefined,
      body: request instanceof ObservedRequest ? request.beginning : undefined,
      response: fault?.problem === undefined ? response : { ...response, reason: fault.problem },
      beginning,
      durationMs: performance.now() - startedMs,
      fault: fault !== undefined,
      effect: fault === undefined ? undefined : printFaultHeader(fault.effect).slice(0, maxEffect),
    });
    return response;
  };

  /**
   * Faults do not apply to a request that could not be parsed, or is refused because of its host: it belongs to no
   * operation and has its own kind of response.
   */
  const refuse = (request: SandboxRequest, refusal: ServiceError): SandboxResponse => {
    const response = errorResponse('odata', refusal);
    log.add(request, {
      at: clock.now(),
      operationId: undefined,
      scheme: undefined,
      response,
      beginning: keepBeginning(response.body).beginning,
      durationMs: 0,
      fault: false,
      effect: undefined,
    });
    return response;
  };

  const answerRequest: Service = (received) => {
    const refusal = received.refusal ?? (parts.router && reboundReason(received));
    if (refusal !== undefined) return refuse(received, refusal);
    const startedMs = performance.now();
    const request = received.method === 'GET' ? received : new ObservedRequest(received);
    try {
      const { response, ...routed } = route(request);
      if (!isThenable(response)) return finish(request, startedMs, routed, response);
      return response.then(undefined, internalError).then((settled) => finish(request, startedMs, routed, settled));
    } catch (error) {
      return finish(
        request,
        startedMs,
        { operationId: undefined, scheme: undefined, ignored: [] },
        internalError(error),
      );
    }
  };

  const withoutControl = withCors(answerRequest, parts.cors);
  return (request) => {
    if (request.refusal !== undefined) return withoutControl(request);
    if (request.path === '/' && request.method === 'GET' && request.loopback) return toControlPage;
    if (!isControlPath(request.path)) return withoutControl(request);
    return request.loopback ? control(request) : errorResponse('odata', notFound('There is no such resource.'));
  };
}

/** Maximum length of a fault in the request log, in characters. */
const maxEffect = 500;

/** Redirects a person who opens the address of the sandbox to the control page. */
const toControlPage: SandboxResponse = {
  status: 302,
  headers: { location: `${controlPath}/`, 'cache-control': 'no-store' },
  body: '',
};

function delayed(response: SandboxResponse, ms: number): SandboxResponse {
  return { ...response, plan: { ...response.plan, delayMs: (response.plan?.delayMs ?? 0) + ms } };
}

function internalError(error: unknown): SandboxResponse {
  return errorResponse(
    'odata',
    new ServiceError(500, 'InternalError', isError(error) ? `${error.name}: ${error.message}` : 'Unknown.'),
  );
}
