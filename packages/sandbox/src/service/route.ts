import { isODataSyntaxError, parseKeyPredicate } from '@syncline/odata';
import { type OperationId, operations } from '@syncline/openapi';
import type { SchemeId } from '../authenticate/schemes.ts';
import { decode } from '../http/request.ts';
import { badRequest } from '../http/response.ts';

/** The parts of a generated operation that routing needs. */
export interface RoutedOperation {
  readonly id: OperationId;
  readonly interface: string;
  readonly method: string;
  readonly path: string;
  readonly queryParameters: readonly string[];
  readonly requestFields: readonly string[];
  readonly security: readonly SchemeId[];
}

type Segment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'parameter' }
  | { readonly kind: 'key'; readonly set: string; readonly start: string };

/** An operation with the compiled segments of its path template. */
export interface Route {
  readonly operation: RoutedOperation;
  readonly segments: readonly Segment[];
}

const template = /^(?:\{[^{}]+\}|(?<set>[A-Za-z_]\w*)\('\{[^{}]+\}'\))$/;

/** Compiles a path template: literal segments, `{parameter}` and key predicates such as `jobs('{JobName}')`. */
export function compileRoute(operation: (typeof operations)[OperationId]): Route {
  const segments = operation.path
    .split('/')
    .slice(1)
    .map((text): Segment => {
      const match = template.exec(text);
      if (match === null) return { kind: 'literal', text };
      return match.groups?.set === undefined
        ? { kind: 'parameter' }
        : { kind: 'key', set: match.groups.set, start: `${match.groups.set}(` };
    });
  return { operation, segments };
}

/**
 * Returns the decoded path parameters if the raw segments of a path match the route, otherwise undefined.
 *
 * @throws ServiceError (400) for an invalid percent-encoding or key predicate
 */
export function matchRoute(route: Route, raw: readonly string[]): string[] | undefined {
  if (raw.length !== route.segments.length) return undefined;
  const parameters: string[] = [];
  for (let index = 0; index < raw.length; index++) {
    const segment = route.segments[index] as Segment;
    const text = raw[index] as string;
    switch (segment.kind) {
      case 'key':
        if (!text.startsWith(segment.start) && !decode(text).startsWith(segment.start)) return undefined;
        parameters.push(parseKey(text, segment.set));
        break;
      case 'parameter':
        if (text === '') return undefined;
        parameters.push(decode(text));
        break;
      case 'literal':
        if (text !== segment.text && decode(text) !== segment.text) return undefined;
    }
  }
  return parameters;
}

function parseKey(text: string, set: string): string {
  try {
    return parseKeyPredicate(text, set);
  } catch (error) {
    if (isODataSyntaxError(error)) throw badRequest(error.message);
    throw error;
  }
}

/** An operation of the documents, and the decoded path parameters of a request for it. */
export interface MatchedOperation {
  readonly operation: (typeof operations)[OperationId];
  readonly parameters: readonly string[];
}

/**
 * The longest path templates come first, so that `/transformations/{id}/tasks/{id}/history` does not match `/history`.
 */
const routes = Object.values(operations)
  .map((operation) => ({ operation, route: compileRoute(operation) }))
  .sort((a, b) => b.route.segments.length - a.route.segments.length);

/**
 * Finds the operation of a request by the end of its path. The beginning is the base path of the recorded service,
 * which differs from that of the sandbox.
 *
 * @throws ServiceError (400) for an invalid percent-encoding or key predicate
 */
export function matchOperation(method: string, path: string): MatchedOperation | undefined {
  const segments = path.split('/');
  for (const { operation, route } of routes) {
    if (operation.method !== method) continue;
    const end = segments.slice(-route.segments.length);
    const parameters = segments.length > end.length ? matchRoute(route, end) : undefined;
    if (parameters !== undefined) return { operation, parameters };
  }
  return undefined;
}
