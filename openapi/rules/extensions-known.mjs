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

/** No extension that README.md does not explain: a misspelt one would be without effect and nobody would notice. */
export function extensionsKnown() {
  return {
    any(node, { report, location }) {
      if (typeof node !== 'object' || node === null) return;
      for (const key of Object.keys(node)) {
        if (key.startsWith('x-') && !KNOWN.has(key))
          report({
            message: `${key} is not an extension of ours (known: ${[...KNOWN].join(', ')}).`,
            location: location.child(key).key(),
          });
      }
    },
  };
}
