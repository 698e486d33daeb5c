import type { Show } from './shown-text.ts';

/** The code and message of the service's error body. */
export interface ServiceError {
  readonly code: string | number | undefined;
  readonly message: string | undefined;
}

/**
 * Reads the service's error from a parsed body: `{ error: { code, message } }` (OData) or `{ code, message, error }`
 * (v2).
 */
export function serviceErrorOf(body: unknown, show: Show): ServiceError {
  const { error } = Object(body) as { error?: unknown };
  const isOData = typeof error === 'object' && error !== null;
  const { code, message = error } = Object(isOData ? error : body) as { code?: unknown; message?: unknown };
  return {
    code: typeof code === 'string' ? show(code, 200) : typeof code === 'number' ? code : undefined,
    message: typeof message === 'string' ? show(message, 2000) : undefined,
  };
}
