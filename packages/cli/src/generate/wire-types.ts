import type { Document } from './model.ts';
import { HEADER, printDoc } from './print.ts';
import { astToString, createContext, transformSchema } from './types.ts';
import { openEnum } from './open-enum.ts';

/** Prints the types of a document on the wire, made by openapi-typescript: `paths`, `components` and `operations`. */
export function printWireTypes(document: Document): string {
  const context = createContext(document, (schema) => openEnum(schema, schema.enum));
  const types = astToString(transformSchema(document as unknown as Parameters<typeof transformSchema>[0], context));
  return `${HEADER}${types.replaceAll(/^export \w+ (\w+)/gm, (line, name: string) => (name in docs ? `${printDoc(docs[name as keyof typeof docs])}${line}` : line))}`;
}

const docs = {
  paths: 'Each path with its parameters, request bodies and responses on the wire: the types that openapi-fetch takes.',
  components: 'The named parts of the document on the wire, not decoded. `components["schemas"]` has the records.',
  operations: 'Each operation by its operationId, with its parameters, request bodies and responses on the wire.',
};
