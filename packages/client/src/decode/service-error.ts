import { withoutQueries } from '@syncline/core';

type Scrub = (text: string) => string;

/** The code and message of the service's error body. */
export interface ServiceError {
  readonly code: string | number | undefined;
  readonly message: string | undefined;
}

/**
 * Reads the service's error from the text of a failure's body.
 *
 * @param scrub - removes secrets from what the text says, after it is decoded
 */
export function parseServiceError(text: string, scrub?: Scrub): ServiceError {
  try {
    return serviceErrorOf(JSON.parse(text), scrub);
  } catch {
    return serviceErrorOf(undefined, scrub);
  }
}

/**
 * Reads the service's error from a parsed body: `{ error: { code, message } }` (OData) or `{ code, message, error }`
 * (v2).
 */
export function serviceErrorOf(body: unknown, scrub: Scrub = (text) => text): ServiceError {
  const { error } = Object(body) as { error?: unknown };
  const isOData = typeof error === 'object' && error !== null;
  const { code, message = error } = Object(isOData ? error : body) as { code?: unknown; message?: unknown };
  return {
    code: typeof code === 'string' ? shown(code, 200, scrub) : typeof code === 'number' ? code : undefined,
    message: typeof message === 'string' ? shown(message, 2000, scrub) : undefined,
  };
}

/** The service's text as it may be shown: on one line, without invisible characters, secrets and queries, and bounded. */
function shown(text: string, longest: number, scrub: Scrub): string {
  return withoutQueries(scrub(text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim())).slice(0, longest);
}
