import type { Document, Schema } from './model.ts';
import { objectsIn, resolve } from './schemas.ts';

/**
 * The `enum` lists, by identity, that tell the members of a discriminated union apart. They must not be open: TypeScript
 * narrows a union only by literal types.
 */
export function closedValues(document: Document): readonly (readonly unknown[])[] {
  const schemas = objectsIn(document) as readonly Schema[];
  const parts = schemas.flatMap(({ allOf }) => (Array.isArray(allOf) ? allOf : []));
  const composed = new Set(parts.map((part) => resolve<Schema>(document, part as never)));
  return schemas.flatMap(({ discriminator, oneOf, anyOf }) => {
    const property = discriminator?.propertyName;
    if (property === undefined) return [];
    return (oneOf ?? anyOf ?? []).flatMap((each) => {
      const member = resolve<Schema>(document, each as never);
      // Another schema is composed of this one, and its own value would make the type never.
      if (composed.has(member)) return [];
      const lists = [member, ...(member.allOf ?? [])].flatMap(({ properties }) => {
        const values = properties?.[property]?.enum;
        return values?.every((value) => typeof value === 'string') ? [values] : [];
      });
      const [first = [], ...others] = lists;
      return others.every((values) => values.some((value) => first.includes(value))) ? lists : [];
    });
  });
}
