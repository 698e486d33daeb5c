import { createAccessTokens, type AccessTokens } from '../authenticate/access-tokens.ts';
import { headerKeyScheme, queryKeyScheme } from '../authenticate/api-key-scheme.ts';
import { basicScheme } from '../authenticate/basic-scheme.ts';
import type { Scheme, SchemeId } from '../authenticate/scheme.ts';
import type { Answer, Clock, Control, FaultSource, PlainRequest } from '../contract.ts';
import { refusalAnswer } from '../http/answers.ts';
import type { RequestLog } from '../http/request-log.ts';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../life/time-text.ts';
import type { Backend } from '../operations/call.ts';
import { createRouter } from '../routes/router.ts';

/** What a service is made of. */
export interface ServiceParts extends Omit<Backend, 'tokens'> {
  readonly clock: Clock;
  readonly schemes: Readonly<Partial<Record<SchemeId, boolean>>>;
  readonly tokenLifetimeSeconds: number;
  readonly latencyMs: number;
  readonly log: RequestLog;
  readonly faults: FaultSource;
  readonly control: Control;
}

/** The service without a wire: a plain request in, a plain answer out. */
export interface Service {
  /** Never rejects and never throws: what goes wrong inside is a 500 in the interface's shape. */
  handle(request: PlainRequest): Answer | Promise<Answer>;
  readonly tokens: AccessTokens;
}

/** Path under which the control page lives. */
export const controlPrefix = '/_control';

/** Puts router, schemes, faults and log together. */
export function createService(parts: ServiceParts): Service {
  const { clock, credentials, log, faults, control } = parts;
  const tokens = createAccessTokens(clock, parts.tokenLifetimeSeconds);
  const schemes = enabled(parts.schemes, {
    basic: basicScheme(credentials.basic.username, credentials.basic.password),
    apiKeyHeader: headerKeyScheme(credentials.apiKey.headerName, credentials.apiKey.value),
    apiKeyQuery: queryKeyScheme('@authtoken', credentials.apiKey.value),
    userToken: headerKeyScheme(credentials.userToken.headerName, credentials.userToken.value),
    personalAccessToken: basicScheme(credentials.personalAccessToken.email, credentials.personalAccessToken.token),
    clientCredentials: tokens.scheme,
  });
  const router = createRouter({ ...parts, tokens }, schemes);

  const finish = (
    request: PlainRequest,
    started: number,
    operationId: string | undefined,
    scheme: string | undefined,
    proper: Answer,
  ): Answer => {
    const fault = faults.take(operationId, request);
    const answered = fault === undefined ? proper : faults.apply(fault, proper);
    const answer =
      parts.latencyMs === 0 ? answered : { ...answered, delayMs: (answered.delayMs ?? 0) + parts.latencyMs };
    log.add(request, {
      at: timeText(clock.now()),
      operationId,
      scheme,
      status: answer.status,
      durationMs: performance.now() - started,
      fault: fault !== undefined,
    });
    return answer;
  };

  return {
    tokens,
    handle(request) {
      if (isControl(request.path)) return controlled(control, request);
      const started = performance.now();
      try {
        const { operationId, scheme, answer } = router.handle(request);
        if (!(answer instanceof Promise)) return finish(request, started, operationId, scheme, answer);
        return answer.catch(internalError).then((proper) => finish(request, started, operationId, scheme, proper));
      } catch (error) {
        return finish(request, started, undefined, undefined, internalError(error));
      }
    },
  };
}

/** Whether a path is the control page's own. */
export function isControl(path: string): boolean {
  return path.startsWith(controlPrefix) && (path.length === controlPrefix.length || path[controlPrefix.length] === '/');
}

function controlled(control: Control, request: PlainRequest): Answer | Promise<Answer> {
  const answer = request.loopback ? control.handle(request) : undefined;
  return answer ?? refusalAnswer('odata', new Refusal(404, 'NotFound', 'There is no such resource.'));
}

function internalError(error: unknown): Answer {
  return refusalAnswer(
    'odata',
    new Refusal(500, 'InternalError', error instanceof Error ? `${error.name}: ${error.message}` : 'Unknown.'),
  );
}

function enabled(
  switches: Readonly<Partial<Record<SchemeId, boolean>>>,
  schemes: Record<SchemeId, Scheme>,
): Partial<Record<string, Scheme>> {
  return Object.fromEntries(Object.entries(schemes).filter(([id]) => switches[id as SchemeId] !== false));
}
