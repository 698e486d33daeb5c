import { BaseResolver, type Config, type Document, type Source } from '@redocly/openapi-core';
import { fetchDocument } from './fetch-document.ts';
import { GenerateError } from './generate-error.ts';
import { findMalformed } from './malformed.ts';

/**
 * Redocly's resolver of files and addresses, with the limits of {@link fetchDocument}. It refuses a file that redocly
 * cannot follow.
 */
export function createResolver({ resolve }: Config): BaseResolver {
  const secureOnly = new Set<string>();
  const customFetch: typeof fetchDocument = (url, init) =>
    fetchDocument(url, init, { secureOnly: secureOnly.has(String(url)) });
  return new Resolver({ ...resolve, http: { ...resolve.http, customFetch } }, secureOnly);
}

class Resolver extends BaseResolver {
  /** The addresses to which a document of another machine leads */
  readonly #secureOnly: Set<string>;

  constructor(config: ConstructorParameters<typeof BaseResolver>[0], secureOnly: Set<string>) {
    super(config);
    this.#secureOnly = secureOnly;
  }

  override resolveExternalRef(base: string | null, ref: string): string {
    const address = super.resolveExternalRef(base, ref);
    // A document of another machine must not read what only this machine can reach.
    if (base?.startsWith('https:') || (base !== null && this.#secureOnly.has(base))) this.#secureOnly.add(address);
    return address;
  }

  /** @throws {GenerateError} when the file has a reference that nothing can follow. */
  override parseDocument(source: Source, isRoot?: boolean): Document {
    const document = super.parseDocument(source, isRoot);
    const problems = findMalformed(document);
    if (problems.length > 0) throw new GenerateError(problems);
    return document;
  }
}
