import type { Document } from './model.ts';
import { HEADER, printDoc } from './print.ts';
import { astToString, createContext, transformSchema } from './types.ts';
import { openEnum } from './open-enum.ts';

/** The types of a document as its values travel: `paths`, `components`, `operations`, by openapi-typescript. */
export function printWireTypes(document: Document): string {
  const context = createContext(document, (schema) => openEnum(schema.enum));
  const types = astToString(transformSchema(document as unknown as Parameters<typeof transformSchema>[0], context));
  return `${HEADER}${types.replaceAll(/^export \w+ (\w+)/gm, (line, name: string) => (name in docs ? `${printDoc(docs[name as keyof typeof docs])}${line}` : line))}`;
}

const docs = {
  paths:
    'Each path with its parameters, bodies and answers as they travel: what openapi-fetch and its like are typed by.',
  components: 'The named parts of the document as they travel, not decoded; `components["schemas"]` holds the records.',
  operations: 'Each operation by its id, with its parameters, bodies and answers as they travel.',
};
