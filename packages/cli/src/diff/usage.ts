import { METHODS, type Document, type Operation } from '../generate/model.ts';
import { operationsIn } from '../generate/operations.ts';
import { keysOf } from '../generate/schemas.ts';

/** The way that a value goes: `request` from the consumer to the service, `response` back. */
export type Direction = 'request' | 'response';

/** Which operations use each component of a document, and in which direction its values go. */
export interface Usage {
  /** The operationIds of the operations that use a component, such as `schemas/Job`. */
  operationsOf(component: string): readonly string[];
  directionsOf(component: string): ReadonlySet<Direction>;
}

const BOTH: readonly Direction[] = ['request', 'response'];
const NOWHERE: ReadonlySet<Direction> = new Set();

/** A reference to a component, and the directions in which values pass it. */
interface Edge {
  readonly to: string;
  readonly directions: readonly Direction[];
}

const known = new WeakMap<Document, Usage>();

export function usageOf(document: Document): Usage {
  const usage = known.get(document) ?? computeUsage(document);
  known.set(document, usage);
  return usage;
}

function computeUsage(document: Document): Usage {
  const edges = new Map<string, readonly Edge[]>();
  const edgesOf = (component: string): readonly Edge[] => {
    const [kind = '', ...name] = component.split('/');
    const group = (document.components as Record<string, Record<string, unknown>> | undefined)?.[kind];
    const found = edges.get(component) ?? edgesIn(group?.[name.join('/')]);
    edges.set(component, found);
    return found;
  };
  const operations = new Map<string, string[]>();
  const directions = new Map<string, Set<Direction>>();
  const visit = (roots: readonly Edge[], id: string | undefined): void => {
    const seen = new Set<string>();
    const open = [...roots];
    for (let edge = open.pop(); edge !== undefined; edge = open.pop()) {
      for (const direction of edge.directions) {
        if (seen.has(`${direction} ${edge.to}`)) continue;
        if (id !== undefined && !BOTH.some((each) => seen.has(`${each} ${edge.to}`)))
          operations.set(edge.to, [...(operations.get(edge.to) ?? []), id]);
        seen.add(`${direction} ${edge.to}`);
        directions.set(edge.to, (directions.get(edge.to) ?? new Set()).add(direction));
        for (const next of edgesOf(edge.to))
          if (next.directions.includes(direction)) open.push({ to: next.to, directions: [direction] });
      }
    }
  };
  for (const { operation, item } of operationsIn(document))
    visit([...towards(item.parameters, 'request'), ...edgesOfOperation(operation, BOTH)], operation.operationId);
  for (const item of Object.values((document as { webhooks?: Record<string, object> }).webhooks ?? {}))
    visit(edgesOfItem(item), undefined);
  return {
    operationsOf: (component) => operations.get(component) ?? [],
    directionsOf: (component) => directions.get(component) ?? NOWHERE,
  };
}

/** The references of an operation. `to` and `from` are the directions of what the operation sends and receives. */
function edgesOfOperation(operation: Operation, [to = 'request', from = 'response']: readonly Direction[]): Edge[] {
  const callbacks = Object.values((operation as { callbacks?: Record<string, object> }).callbacks ?? {});
  return [
    ...towards([operation.parameters, operation.requestBody], to),
    ...towards(operation.responses, from),
    ...callbacks.flatMap((callback) => Object.values(callback).flatMap((item) => edgesOfItem(item as object))),
  ];
}

/** The references of the operations that the service sends to the consumer. */
const edgesOfItem = (item: object): Edge[] =>
  METHODS.flatMap((method) => {
    const operation = (item as Record<string, Operation>)[method];
    return operation === undefined ? [] : edgesOfOperation(operation, ['response', 'request']);
  });

const towards = (value: unknown, direction: Direction): Edge[] =>
  edgesIn(value).flatMap(({ to, directions }) =>
    directions.includes(direction) ? [{ to, directions: [direction] }] : [],
  );

/** The references in a value. What is read-only is not sent, and what is write-only does not come back. */
function edgesIn(root: unknown): readonly Edge[] {
  const found: Edge[] = [];
  const open: [value: unknown, directions: readonly Direction[]][] = [[root, BOTH]];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    const [value, around] = entry;
    if (typeof value !== 'object' || value === null) continue;
    const directions = around.filter((direction) => !isHidden(value, direction));
    for (const [key, inside] of Object.entries(value)) {
      if (key !== '$ref' || typeof inside !== 'string') open.push([inside, directions]);
      else if (inside.startsWith('#/components/')) found.push({ to: keysOf(inside).slice(1, 3).join('/'), directions });
    }
  }
  return found;
}

/** Whether a schema says that its values do not go in a direction. */
export function isHidden(schema: unknown, direction: Direction): boolean {
  const { readOnly, writeOnly } = (schema ?? {}) as { readonly readOnly?: unknown; readonly writeOnly?: unknown };
  return (direction === 'request' ? readOnly : writeOnly) === true;
}
