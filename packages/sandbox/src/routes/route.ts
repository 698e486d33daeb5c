import { isODataSyntaxError, parseKeyPredicate } from '@syncline/odata';
import type { operations } from '@syncline/openapi';
import { decode } from '../http/query-string.ts';
import { badRequest } from '../http/refusal.ts';

export type OperationId = keyof typeof operations;

/** The part of a generated operation that routing needs. */
export interface RoutedOperation {
  readonly id: OperationId;
  readonly method: string;
  readonly path: string;
  readonly queryParameters: readonly string[];
  readonly security: readonly string[];
}

type Segment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'parameter' }
  | { readonly kind: 'key'; readonly set: string; readonly start: string };

/** One operation, ready to be matched against the raw segments of a path. */
export interface Route {
  readonly operation: RoutedOperation;
  readonly segments: readonly Segment[];
}

const template = /^(?:\{[^{}]+\}|(?<set>[A-Za-z_]\w*)\('\{[^{}]+\}'\))$/;

/** Reads the path template of an operation: literal segments, `{parameter}` and key predicates such as `jobs('{JobName}')`. */
export function compileRoute(operation: RoutedOperation): Route {
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
 * The path parameters, decoded, when the segments are the route's; undefined when they are not.
 *
 * @throws Refusal (400) for a broken percent-encoding or key predicate
 */
export function matchRoute(route: Route, raw: readonly string[]): string[] | undefined {
  if (raw.length !== route.segments.length) return undefined;
  const parameters: string[] = [];
  for (const [index, segment] of route.segments.entries()) {
    const text = raw[index] as string;
    if (segment.kind === 'key') {
      if (!text.startsWith(segment.start) && !decode(text).startsWith(segment.start)) return undefined;
      parameters.push(key(text, segment.set));
    } else if (segment.kind === 'parameter') {
      if (text === '') return undefined;
      parameters.push(decode(text));
    } else if (text !== segment.text && decode(text) !== segment.text) return undefined;
  }
  return parameters;
}

function key(text: string, set: string): string {
  try {
    return parseKeyPredicate(text, set);
  } catch (error) {
    if (isODataSyntaxError(error)) throw badRequest(error.message);
    throw error;
  }
}
