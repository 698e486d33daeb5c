import type { Answer } from '../pipeline/answer.ts';
import type { Draft } from '../pipeline/draft.ts';
import type { Settings } from '../pipeline/policy.ts';
import { HttpError } from './http-error.ts';

/** The error that a failure status means, with the service's own words where the body holds them (specification section 7). */
export function httpErrorFrom(answer: Answer, draft: Draft, settings: Settings): HttpError {
  const { scrub } = settings;
  const body = scrub(answer.shownText());
  const { code, message } = serviceError(body);
  return new HttpError({
    operation: draft.operation,
    method: draft.method,
    path: draft.path,
    attempts: draft.attempts,
    interface: settings.interface,
    status: answer.status,
    serviceCode: code,
    serviceMessage: message,
    retryAfterSeconds: answer.retryAfterSeconds,
    body,
  });
}

/** What a body says went wrong: `{ error: { code, message } }` (OData) or `{ code, message, error }` (v2), else nothing. */
export function serviceError(body: string): ServiceWords {
  try {
    return wordsOf(JSON.parse(body));
  } catch {
    return wordsOf(undefined);
  }
}

interface ServiceWords {
  readonly code: string | number | undefined;
  readonly message: string | undefined;
}

/** As {@link serviceError}, of a body already parsed. */
export function wordsOf(parsed: unknown): ServiceWords {
  const { error } = Object(parsed) as { error?: unknown };
  const { code, message = error } = Object(typeof error === 'object' && error !== null ? error : parsed) as {
    code?: unknown;
    message?: unknown;
  };
  return {
    code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    message: typeof message === 'string' ? message : undefined,
  };
}
