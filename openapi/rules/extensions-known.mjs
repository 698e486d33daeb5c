import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const KNOWN = new Set([...page.matchAll(/^\| `(x-[a-z-]+)/gm)].map(([, name]) => name));

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
