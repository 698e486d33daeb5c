import type { Schemes } from '../authenticate/schemes.ts';
import { type Control, controlPath, isControlPath } from '../control/control.ts';
import { printFaultHeader } from '../faults/fault-header.ts';
import type { Faults } from '../faults/faults.ts';
import { keepBeginning } from '../http/body-beginning.ts';
import { ObservedRequest } from '../http/observed-request.ts';
import type { SandboxRequest } from '../http/request.ts';
import type { RequestLog } from '../http/request-log.ts';
import { errorResponse, type SandboxResponse } from '../http/response.ts';
import type { Service } from '../http/service.ts';
import { notFound, ServiceError } from '../http/service-error.ts';
import type { Clock } from '../time/clock.ts';
import { type CorsOption, withCors } from './cors.ts';
import { reboundReason } from './rebinding.ts';
import { createRouter, type RoutedResponse, type Router, type RouterContext } from './router.ts';

/** The parts of a service. */
export interface ServiceParts extends RouterContext {
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
      if (!(response instanceof Promise)) return finish(request, startedMs, routed, response);
      return response.catch(internalError).then((settled) => finish(request, startedMs, routed, settled));
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
  return { ...response, delivery: { ...response.delivery, delayMs: (response.delivery?.delayMs ?? 0) + ms } };
}

function internalError(error: unknown): SandboxResponse {
  return errorResponse(
    'odata',
    new ServiceError(500, 'InternalError', error instanceof Error ? `${error.name}: ${error.message}` : 'Unknown.'),
  );
}
