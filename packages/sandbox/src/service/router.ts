import { isThenable } from '@syncline/core/internal';
import { isODataSyntaxError, parseQueryOptions } from '@syncline/odata';
import { type OperationId, operations } from '@syncline/openapi';
import { authenticate, type SchemeId, type Schemes } from '../authenticate/schemes.ts';
import { BodyTooLargeError, maxBodyBytes, parseQuery, type Query, type SandboxRequest } from '../http/request.ts';
import {
  badRequest,
  errorResponse,
  type InterfaceName,
  notFound,
  type SandboxResponse,
  ServiceError,
} from '../http/response.ts';
import { skipToken } from '../operations/list-collection.ts';
import type { OperationContext } from '../operations/operation.ts';
import { handlers } from '../operations/operations.ts';
import { memoize } from '../store/database.ts';
import { compileRoute, matchRoute, type RoutedOperation } from './route.ts';

/** The query parameters that an operation accepts. */
interface QueryRules {
  /** Whether the query has the system query options of OData. */
  readonly isOData: boolean;
  /** Every parameter of the operation, and the API key if it is accepted in the query. */
  readonly known: readonly string[];
  /** The fields of the body. Some are secrets, which must not be in a URL. */
  readonly bodyFields: readonly string[];
  /** Whether an unknown parameter is refused. Otherwise it is ignored, as real services do. */
  readonly strict: boolean;
}

/**
 * Checks the names of a query string and returns those that are ignored. A parameter is never ignored if it begins with
 * `$` or `@`, or if its name is a misspelled known one: ignoring `Filter=…` would return every row.
 *
 * @throws ServiceError (400)
 */
function checkQuery(raw: string, { parameters, repeated }: Query, rules: QueryRules): readonly string[] {
  if (raw === '') return [];
  if (rules.isOData) checkSystemOptions(raw);
  const ignored: string[] = [];
  for (const name of parameters.keys()) {
    if (rules.known.includes(name)) {
      if (repeated.includes(name)) throw badRequest(`The query parameter '${name}' is given twice.`);
      continue;
    }
    if (rules.bodyFields.includes(name))
      throw badRequest(`The field '${name}' belongs in the body of the request, not in its query.`);
    const similar = rules.known.find((known) => bare(known) === bare(name));
    if (similar !== undefined)
      throw badRequest(`There is no query parameter '${name}' here. Did you mean '${similar}'?`);
    if (rules.strict || /^[$@]/.test(name)) throw badRequest(`There is no query parameter '${name}' here.`);
    ignored.push(name);
  }
  return ignored;
}

/** The client's parser is the only place that defines the system query options. */
function checkSystemOptions(raw: string): void {
  try {
    parseQueryOptions(raw, { maxLength: Infinity });
  } catch (error) {
    if (isODataSyntaxError(error)) throw badRequest(error.message);
    throw error;
  }
}

function bare(name: string): string {
  return name.replace(/^[$@]/, '').replaceAll(/[_-]/g, '').toLowerCase();
}

/** The path prefix of each interface. They differ so that a client that drops the path of its base URL fails. */
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
  /** Query parameters that the operation does not have. */
  readonly ignored: readonly string[];
  readonly response: SandboxResponse | Promise<SandboxResponse>;
}

/** Routes a request to the handler of its operation. */
export type Router = (request: SandboxRequest) => RoutedResponse;

/** What the router works with. */
export interface RouterContext extends OperationContext {
  /** Whether a plus in a query stays a plus, and an unknown query parameter is refused. */
  readonly strict: boolean;
}

/** The error for a path without an operation, which a mistyped base URL often causes: it lists the paths that exist. */
function noResource(paths: readonly string[], prefix = ''): ServiceError {
  return notFound(
    `There is no such resource. ${prefix === '' ? 'The interfaces are' : `Below ${prefix} are`} ${paths.join(', ')}.`,
  );
}

/** Creates the routes from the generated table of operations. */
export function createRouter(context: RouterContext, schemes: Schemes): Router {
  const interfaces = (Object.keys(prefixes) as InterfaceName[]).map((name) => ({
    name,
    prefix: prefixes[name],
    routes: Object.values(operations)
      .filter(({ interface: owner, server }) => (server === 'auth' ? 'auth' : owner) === name)
      .map(compileRoute),
  }));
  /** Query parameters whose names the specification does not define. */
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
    if (allowed.length === 0)
      throw noResource(
        routes.map(({ operation }) => operation.path),
        prefix,
      );
    throw new ServiceError(405, 'MethodNotAllowed', `${method} is not allowed here. Use ${allowed.join(' or ')}.`, {
      allow: allowed.join(', '),
    });
  };

  const rulesOf = (operation: RoutedOperation): QueryRules => ({
    isOData: operation.interface === 'odata',
    known: [
      ...operation.queryParameters,
      ...(renamedParameters[operation.id] ?? []),
      ...(context.behavior.nextLink && operation.queryParameters.includes('$orderby') ? [skipToken] : []),
      ...(operation.security.includes('apiKeyQuery') && schemes.apiKeyQuery !== undefined ? ['@authtoken'] : []),
    ],
    bodyFields: operation.requestFields,
    strict: context.strict,
  });
  /** Returns the names of the parameters that are ignored, or throws. */
  const checks = Object.fromEntries(
    Object.values(operations).map((operation) => {
      const rules = rulesOf(operation);
      return [operation.id, memoizeShort((raw) => checkQuery(withoutToken(raw), queryOf(raw), rules))];
    }),
  ) as Readonly<Record<OperationId, (raw: string) => readonly string[]>>;
  /** A next link comes from the service itself, so its token is not checked as a query option. */
  const withoutToken = (query: string): string =>
    context.behavior.nextLink
      ? query
          .split('&')
          .filter((part) => !/^(?:%24|\$)skiptoken=/i.test(part))
          .join('&')
      : query;

  return (request) => {
    const found = findInterface(request.path);
    const name = found?.name ?? 'odata';
    let operationId: OperationId | undefined;
    let scheme: SchemeId | undefined;
    let ignored: readonly string[] = [];
    try {
      if (found === undefined) throw noResource(Object.values(prefixes));
      const { operation, parameters } = findOperation(found, request);
      operationId = operation.id;
      // Forms and many clients encode a space as a plus sign. In OData, a plus sign stays a plus sign.
      const raw = context.strict || !request.query.includes('+') ? request.query : request.query.replaceAll('+', '%20');
      const query = queryOf(raw);
      scheme = authenticate(operation.security, schemes, request, query.parameters);
      ignored = checks[operation.id](raw);
      const response = handlers[operation.id]({ parameters, query: query.parameters, request }, context);
      return {
        operationId,
        scheme,
        ignored,
        response: isThenable(response)
          ? response.then(undefined, (error: unknown) => failureResponse(name, error))
          : response,
      };
    } catch (error) {
      return { operationId, scheme, ignored, response: failureResponse(name, error) };
    }
  };
}

/** Keeps the results for the newest queries: most clients send few different ones. Long ones are not worth the memory. */
function memoizeShort<T>(read: (raw: string) => T): (raw: string) => T {
  const memoized = memoize(read, 200);
  return (raw) => (raw.length <= 500 ? memoized(raw) : read(raw));
}

const queryOf = memoizeShort(parseQuery);

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
