const READABLE = { boolean: /^(true|false)$/i, integer: /^-?\d+$/ };

/** `x-decode` is boolean or integer, is on strings only, and can decode the default and the enumeration of the field. */
export function decodeSound() {
  return {
    Schema(schema, { report, location }) {
      const decode = schema['x-decode'];
      if (decode === undefined) return;
      const readable = Object.hasOwn(READABLE, decode) ? READABLE[decode] : undefined;
      if (!readable) {
        report({ message: 'x-decode must be boolean or integer.', location: location.child('x-decode') });
        return;
      }
      if (schema.type !== 'string')
        report({
          message: 'x-decode decodes a string: the type of the field must be string.',
          location: location.child('type'),
        });
      for (const value of [schema.default ?? [], schema.enum ?? []].flat()) {
        if (!readable.test(String(value))) report({ message: `"${value}" cannot be decoded as ${decode}.`, location });
      }
    },
  };
}
