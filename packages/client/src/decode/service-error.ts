import { withoutQueries } from '@syncline/core';

type Scrub = (text: string) => string;

/** The code and message of the service's error body. */
export interface ServiceError {
  readonly code: string | number | undefined;
  readonly message: string | undefined;
}

/**
 * Whether a body is the service's error (specification section 7), and not data with a field called `error`: an object
 * in `error`, or the three texts of the v2 interface.
 */
export function isServiceError(body: unknown): body is Record<string, unknown> {
  const { error, message, code } = Object(body) as Record<string, unknown>;
  if (typeof error === 'object') return error !== null && !Array.isArray(error);
  return typeof error === 'string' && typeof message === 'string' && code !== undefined;
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
export function shown(text: string, longest: number, scrub: Scrub): string {
  return withoutQueries(scrub(text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim())).slice(0, longest);
}
