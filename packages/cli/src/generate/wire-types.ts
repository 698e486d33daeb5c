import type { Document } from './model.ts';
import { HEADER } from './print.ts';
import { astToString, createContext, transformSchema } from './types.ts';
import { openEnum } from './open-enum.ts';

/** The types of a document as its values travel: `paths`, `components`, `operations`, by openapi-typescript. */
export function printWireTypes(document: Document): string {
  const context = createContext(document, (schema) => openEnum(schema.enum));
  return `${HEADER}${astToString(transformSchema(document as unknown as Parameters<typeof transformSchema>[0], context))}`;
}
