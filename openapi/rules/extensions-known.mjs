const KNOWN = new Set([
  'x-call',
  'x-source',
  'x-decode',
  'x-edm',
  'x-open-question',
  'x-open-parameters',
  'x-name-template',
  'x-not-shown',
  'x-authorization-url',
]);

/** Only extensions that README.md explains are allowed: a misspelt one would silently have no effect. */
export function extensionsKnown() {
  return {
    any(node, { report, location }) {
      if (typeof node !== 'object' || node === null) return;
      for (const key of Object.keys(node)) {
        if (key.startsWith('x-') && !KNOWN.has(key))
          report({
            message: `${key} is not an extension that openapi/README.md explains (known: ${[...KNOWN].join(', ')}).`,
            location: location.child(key).key(),
          });
      }
    },
  };
}
