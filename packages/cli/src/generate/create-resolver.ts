import { BaseResolver, type Config } from '@redocly/openapi-core';
import { fetchDocument } from './fetch-document.ts';

/** Redocly's resolver of files and addresses, with the limits of {@link fetchDocument}. */
export function createResolver({ resolve }: Config): BaseResolver {
  const secureOnly = new Set<string>();
  const customFetch: typeof fetchDocument = (url, init) =>
    fetchDocument(url, init, { secureOnly: secureOnly.has(String(url)) });
  const resolver = new BaseResolver({ ...resolve, http: { ...resolve.http, customFetch } });
  const resolveRef = resolver.resolveExternalRef.bind(resolver);
  resolver.resolveExternalRef = (base, ref) => {
    const address = resolveRef(base, ref);
    // A document of another machine must not read what only this machine can reach.
    if (base?.startsWith('https:') || (base !== null && secureOnly.has(base))) secureOnly.add(address);
    return address;
  };
  return resolver;
}
