import { METHODS, type Body, type Description, type Document, type Operation, type PathItem } from './model.ts';
import { hasEventsLeftOut } from './media.ts';
import { operationsIn } from './operations.ts';
import { dereference, partsIn } from './schemas.ts';

/** Something in a document that the generated code does not have, and why. */
export interface Omission {
  /** An operation or a named schema. */
  readonly subject: string;
  readonly reason: string;
}

/** Keywords that may add fields to a value, and that no TypeScript type expresses. */
const CONDITIONAL = ['if', 'then', 'else', 'dependentSchemas', '$dynamicRef'];

/**
 * What the generated code leaves out, in the order of the documents. Operations that a call cannot send are not here:
 * they have their reason themselves.
 *
 * @param unknown - the operations whose response has no type
 */
export function omissionsIn(descriptions: readonly Description[], unknown: ReadonlySet<string>): readonly Omission[] {
  return descriptions.flatMap(({ document }) => {
    const inOperations = operationsIn(document).flatMap(({ method, operation }): Omission[] => {
      const operationId = operation.operationId ?? '';
      const reasons = [
        ...(isBodyLeftOut(document, method, operation) ? ['bodies, which fetch does not send with GET and HEAD'] : []),
        ...(hasEventsLeftOut(document, operation)
          ? ['streams of events beside the other media types, which a call does not accept']
          : []),
        ...(Object.keys(operation.callbacks ?? {}).length > 0 ? ['callbacks, which the service sends'] : []),
        ...(unknown.has(operationId) ? ['types of responses that the document does not describe'] : []),
        ...conditionalIn(operation),
      ];
      return reasons.map((reason) => ({ subject: operationId, reason }));
    });
    const inSchemas = Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) =>
      conditionalIn(schema).map((reason) => ({ subject: name, reason })),
    );
    return [...inOperations, ...inSchemas];
  });
}

function conditionalIn(node: unknown): readonly string[] {
  const parts = partsIn(node);
  return CONDITIONAL.filter((keyword) => parts.some((part) => Object.hasOwn(part, keyword))).map(
    (keyword) => `${keyword}, which no TypeScript type expresses`,
  );
}

const isBodyLeftOut = (document: Document, method: string, { requestBody }: Operation): boolean =>
  /^(?:get|head)$/.test(method) &&
  requestBody !== undefined &&
  dereference<Body>(document, requestBody).required !== true;

/** A path without the bodies that `fetch` does not send. Those that are required stay, and their operations are refused. */
export function withoutUnsendableBodies<Item extends PathItem>(document: Document, item: Item): Item {
  const changed = METHODS.flatMap((method) => {
    const operation = item[method];
    if (operation === undefined || !isBodyLeftOut(document, method, operation)) return [];
    const { requestBody: _, ...rest } = operation;
    return [[method, rest] as const];
  });
  return changed.length === 0 ? item : { ...item, ...Object.fromEntries(changed) };
}
