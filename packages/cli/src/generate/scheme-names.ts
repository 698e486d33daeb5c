import type { Document, SecurityScheme } from './model.ts';
import type { FindCause } from './overlays.ts';

/**
 * A document in which the `name` and `in` of a security scheme are known if an overlay wrote them: they are no longer
 * placeholders, so `x-name-template` and `x-not-shown` do not hide them.
 */
export function nameSchemes(document: Document, causeOf: FindCause): Document {
  const schemes = Object.entries(document.components?.securitySchemes ?? {}).map(
    ([id, scheme]): [string, SecurityScheme] => {
      const isWritten = (key: string): boolean =>
        causeOf(`#/components/securitySchemes/${id.replaceAll('~', '~0').replaceAll('/', '~1')}/${key}`)?.isExact ??
        false;
      if (scheme.type !== 'apiKey') return [id, scheme];
      const { 'x-name-template': template, 'x-not-shown': notShown, ...rest } = scheme;
      const isNamed = isWritten('name') && !isWritten('x-name-template');
      const hidden = notShown?.filter((key) => !isWritten(key)) ?? [];
      return [
        id,
        {
          ...rest,
          ...(template === undefined || isNamed ? {} : { 'x-name-template': template }),
          ...(hidden.length === 0 ? {} : { 'x-not-shown': hidden }),
        },
      ];
    },
  );
  if (schemes.length === 0) return document;
  return { ...document, components: { ...document.components, securitySchemes: Object.fromEntries(schemes) } };
}
