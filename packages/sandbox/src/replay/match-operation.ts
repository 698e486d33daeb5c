import { type OperationId, operations } from '@syncline/openapi';
import { compileRoute, matchRoute } from '../service/route.ts';

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
