import { type OperationId, operations } from '@syncline/openapi';
import { authenticate } from '../authenticate/authenticate.ts';
import type { SchemeId, Schemes } from '../authenticate/schemes.ts';
import { parseQuery } from '../http/query-string.ts';
import { BodyTooLargeError, maxBodyBytes, type SandboxRequest } from '../http/request.ts';
import { errorResponse, type InterfaceName, type SandboxResponse } from '../http/response.ts';
import { badRequest, notFound, ServiceError } from '../http/service-error.ts';
import type { OperationContext } from '../operations/operation.ts';
import { handlers } from '../operations/operations.ts';
import { compileRoute, matchRoute, type RoutedOperation } from './route.ts';

/** The path prefix of each interface. They differ, so that a client that drops the path of its base URL fails. */
export const prefixes: Readonly<Record<InterfaceName, string>> = {
  odata: '/odata',
  v2: '/json',
  cloud: '/cloud',
  auth: '/auth',
};

/** The response to a request, and what the faults and the log need to know about it. */
export interface RoutedResponse {
  readonly operationId: OperationId | undefined;
  readonly scheme: SchemeId | undefined;
  readonly response: SandboxResponse | Promise<SandboxResponse>;
}

/** Routes a request to the handler of its operation. */
export type Router = (request: SandboxRequest) => RoutedResponse;

/** Makes the routes from the generated operations table. */
export function createRouter(context: OperationContext, schemes: Schemes): Router {
  const interfaces = (Object.keys(prefixes) as InterfaceName[]).map((name) => ({
    name,
    prefix: prefixes[name],
    routes: Object.values(operations)
      .filter(({ interface: owner, server }) => (server === 'auth' ? 'auth' : owner) === name)
      .map(compileRoute),
  }));
  /** Query parameters whose names the specification does not show. */
  const renamedParameters: Partial<Record<OperationId, readonly string[]>> = {
    listWorkspaces: [context.filterParameter, context.sortParameter],
  };

  const findInterface = (path: string) =>
    interfaces.find(
      ({ prefix }) => path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/'),
    );

  const findOperation = ({ prefix, routes }: (typeof interfaces)[number], { method, path }: SandboxRequest) => {
    const segments = path.slice(prefix.length + 1).split('/');
    const allowed: string[] = [];
    for (const route of routes) {
      const parameters = matchRoute(route, segments);
      if (parameters === undefined) continue;
      if (route.operation.method === method) return { operation: route.operation, parameters };
      allowed.push(route.operation.method);
    }
    if (allowed.length === 0) throw notFound('There is no such resource.');
    throw new ServiceError(405, 'MethodNotAllowed', `${method} is not allowed here. Use ${allowed.join(' or ')}.`, {
      allow: allowed.join(', '),
    });
  };

  /** @throws ServiceError (400) for a query parameter that the operation does not have */
  const checkQueryNames = (query: ReadonlyMap<string, string>, operation: RoutedOperation): void => {
    for (const name of query.keys()) {
      const isKey =
        name === '@authtoken' && operation.security.includes('apiKeyQuery') && schemes.apiKeyQuery !== undefined;
      const isKnown = operation.queryParameters.includes(name) || renamedParameters[operation.id]?.includes(name);
      if (!isKey && !isKnown) throw badRequest(`There is no query parameter '${name}' here.`);
    }
  };

  return (request) => {
    const found = findInterface(request.path);
    const name = found?.name ?? 'odata';
    let operationId: OperationId | undefined;
    let scheme: SchemeId | undefined;
    try {
      if (found === undefined) throw notFound('There is no such resource.');
      const { operation, parameters } = findOperation(found, request);
      operationId = operation.id;
      const query = parseQuery(request.query);
      scheme = authenticate(operation.security, schemes, request, query);
      checkQueryNames(query, operation);
      const response = handlers[operation.id]({ parameters, query, request }, context);
      return {
        operationId,
        scheme,
        response:
          response instanceof Promise ? response.catch((error: unknown) => failureResponse(name, error)) : response,
      };
    } catch (error) {
      return { operationId, scheme, response: failureResponse(name, error) };
    }
  };
}

function failureResponse(name: InterfaceName, error: unknown): SandboxResponse {
  if (error instanceof BodyTooLargeError)
    return failureResponse(
      name,
      new ServiceError(413, 'PayloadTooLarge', `The body is larger than ${maxBodyBytes} bytes.`, {
        connection: 'close',
      }),
    );
  if (!(error instanceof ServiceError)) throw error;
  // RFC 6749 has one code for every malformed request.
  if (name === 'auth' && !/^[a-z_]+$/.test(error.code))
    return errorResponse(name, new ServiceError(error.status, 'invalid_request', error.message, error.headers));
  return errorResponse(name, error);
}
