const READABLE = { boolean: /^(true|false)$/i, integer: /^-?\d+$/ };

/** `x-decode` stands on strings only, is boolean or integer, and the default and enumeration beside it can be decoded. */
export function decodeSound() {
  return {
    Schema(schema, { report, location }) {
      const decode = schema['x-decode'];
      if (decode === undefined) return;
      const readable = Object.hasOwn(READABLE, decode) ? READABLE[decode] : undefined;
      if (!readable) {
        report({ message: 'x-decode is boolean or integer.', location: location.child('x-decode') });
        return;
      }
      if (schema.type !== 'string')
        report({
          message: 'x-decode reads a wire string: the type beside it must be string.',
          location: location.child('type'),
        });
      for (const value of [schema.default ?? [], schema.enum ?? []].flat()) {
        if (!readable.test(String(value))) report({ message: `"${value}" cannot be decoded as ${decode}.`, location });
      }
    },
  };
}
