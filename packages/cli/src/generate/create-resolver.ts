import { BaseResolver, type Config } from '@redocly/openapi-core';
import { fetchDocument } from './fetch-document.ts';

/** Redocly's resolver of files and addresses, with the limits of {@link fetchDocument}. */
export function createResolver({ resolve }: Config): BaseResolver {
  return new BaseResolver({ ...resolve, http: { ...resolve.http, customFetch: fetchDocument } });
}
