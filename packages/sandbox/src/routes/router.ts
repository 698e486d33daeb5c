import { operations } from '@syncline/openapi';
import { authenticate } from '../authenticate/authenticate.ts';
import type { Scheme, SchemeId } from '../authenticate/scheme.ts';
import type { Answer, PlainRequest } from '../contract.ts';
import { type InterfaceName, refusalAnswer } from '../http/answers.ts';
import { BodyTooLargeError, maxBodyBytes } from '../http/limits.ts';
import { parseQuery } from '../http/query-string.ts';
import { badRequest, notFound, Refusal } from '../http/refusal.ts';
import type { Backend } from '../operations/call.ts';
import { handlers } from '../operations/operations.ts';
import { compileRoute, matchRoute, type OperationId, type RoutedOperation } from './route.ts';

/** Where each interface lives on the sandbox: different prefixes, so that a client which loses its base path is found out. */
export const prefixes: Readonly<Record<InterfaceName, string>> = {
  odata: '/odata',
  v2: '/json',
  cloud: '/cloud',
  auth: '/auth',
};

/** What became of a request, for the faults and the log. */
export interface Routed {
  readonly operationId: OperationId | undefined;
  readonly scheme: SchemeId | undefined;
  readonly answer: Answer | Promise<Answer>;
}

export interface Router {
  /** The operation a request is for, whether it will be let in or not. */
  operationId(request: PlainRequest): OperationId | undefined;
  handle(request: PlainRequest): Routed;
}

/** Routes made from the generated operations table. */
export function createRouter(backend: Backend, schemes: Readonly<Partial<Record<string, Scheme>>>): Router {
  const routes = (['odata', 'v2', 'cloud', 'auth'] as const).map((name) => ({
    name,
    prefix: prefixes[name],
    routes: Object.values(operations)
      .filter(({ interface: owner, server }) => (server === 'auth' ? 'auth' : owner) === name)
      .map((operation) => compileRoute(operation as RoutedOperation)),
  }));
  const extraOptions: Partial<Record<OperationId, readonly string[]>> = {
    listWorkspaces: [backend.filterParameter, backend.sortParameter],
  };

  const find = (path: string) => {
    const owner = routes.find(
      ({ prefix }) => path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/'),
    );
    return owner === undefined
      ? undefined
      : { name: owner.name, routes: owner.routes, segments: path.slice(owner.prefix.length + 1).split('/') };
  };

  const match = ({ routes: candidates, segments }: NonNullable<ReturnType<typeof find>>, method: string) => {
    const allowed: string[] = [];
    for (const route of candidates) {
      const parameters = matchRoute(route, segments);
      if (parameters === undefined) continue;
      if (route.operation.method === method) return { operation: route.operation, parameters };
      allowed.push(route.operation.method);
    }
    if (allowed.length === 0) throw notFound('There is no such resource.');
    throw new Refusal(405, 'MethodNotAllowed', `${method} is not allowed here; ${allowed.join(', ')} is.`, {
      allow: allowed.join(', '),
    });
  };

  return {
    operationId(request) {
      const found = find(request.path);
      try {
        return found === undefined ? undefined : match(found, request.method).operation.id;
      } catch {
        return undefined;
      }
    },
    handle(request) {
      const found = find(request.path);
      const name = found?.name ?? 'odata';
      let operationId: OperationId | undefined;
      let scheme: SchemeId | undefined;
      try {
        if (found === undefined) throw notFound('There is no such resource.');
        const { operation, parameters } = match(found, request.method);
        operationId = operation.id;
        const query = parseQuery(request.query);
        scheme = authenticate(operation.security, schemes, request, query);
        checkQueryNames(query, operation, schemes, extraOptions[operation.id] ?? []);
        const answer = handlers[operation.id]({ parameters, query, request }, backend);
        return {
          operationId,
          scheme,
          answer: answer instanceof Promise ? answer.catch((error: unknown) => refused(name, error)) : answer,
        };
      } catch (error) {
        return { operationId, scheme, answer: refused(name, error) };
      }
    },
  };
}

/** @throws Refusal (400) for a query parameter that the operation does not have */
function checkQueryNames(
  query: ReadonlyMap<string, string>,
  operation: RoutedOperation,
  schemes: Readonly<Partial<Record<string, Scheme>>>,
  extra: readonly string[],
): void {
  for (const name of query.keys()) {
    const isKey =
      name === '@authtoken' && operation.security.includes('apiKeyQuery') && schemes.apiKeyQuery !== undefined;
    if (!isKey && !operation.queryParameters.includes(name) && !extra.includes(name))
      throw badRequest(`There is no query parameter '${name}' here.`);
  }
}

function refused(name: InterfaceName, error: unknown): Answer {
  if (error instanceof Refusal) return refusalAnswer(name, translated(name, error));
  if (error instanceof BodyTooLargeError)
    return refused(
      name,
      new Refusal(413, 'PayloadTooLarge', `The body is over ${maxBodyBytes} bytes.`, { connection: 'close' }),
    );
  throw error;
}

/** RFC 6749 knows one word for a request that is wrong in form. */
function translated(name: InterfaceName, refusal: Refusal): Refusal {
  if (name !== 'auth' || /^[a-z_]+$/.test(refusal.code)) return refusal;
  return new Refusal(refusal.status, 'invalid_request', refusal.message, refusal.headers);
}
