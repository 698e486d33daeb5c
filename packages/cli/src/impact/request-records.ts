import type { Body, Description } from '../generate/model.ts';
import { operationsIn } from '../generate/operations.ts';
import { resolve, schemaName } from '../generate/schemas.ts';

/** The records of request bodies, by operationId. */
export function requestRecords(descriptions: readonly Description[]): ReadonlyMap<string, string> {
  return new Map(
    descriptions.flatMap(({ document }) =>
      operationsIn(document).flatMap(({ operation: { operationId, requestBody } }) => {
        const body = requestBody && resolve<Body>(document, requestBody);
        const record = schemaName(Object.values(body?.content ?? {})[0]?.schema?.$ref);
        return operationId === undefined || record === undefined ? [] : [[operationId, record] as const];
      }),
    ),
  );
}
