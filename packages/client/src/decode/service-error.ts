/** What the service says went wrong, in its own words. */
export interface ServiceError {
  readonly code: string | number | undefined;
  readonly message: string | undefined;
}

/** What the text of a failure's body says went wrong. */
export function parseServiceError(text: string): ServiceError {
  try {
    return serviceErrorOf(JSON.parse(text));
  } catch {
    return serviceErrorOf(undefined);
  }
}

/** What a parsed body says went wrong: `{ error: { code, message } }` (OData) or `{ code, message, error }` (v2), else nothing. */
export function serviceErrorOf(body: unknown): ServiceError {
  const { error } = Object(body) as { error?: unknown };
  const isOData = typeof error === 'object' && error !== null;
  const { code, message = error } = Object(isOData ? error : body) as { code?: unknown; message?: unknown };
  return {
    code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    message: typeof message === 'string' ? message : undefined,
  };
}
