import type { Answer } from '../pipeline/answer.ts';
import type { Draft } from '../pipeline/draft.ts';
import type { Settings } from '../pipeline/policy.ts';
import { HttpError } from './http-error.ts';

/** The error that a failure status means, with the service's own words where the body holds them (specification section 7). */
export const httpErrorFrom = (answer: Answer, draft: Draft, settings: Settings): HttpError => {
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
};

/** What a body says went wrong: `{ error: { code, message } }` (OData) or `{ code, message, error }` (v2), else nothing. */
export const serviceError = (body: string): { code: string | number | undefined; message: string | undefined } => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    parsed = undefined;
  }
  return wordsOf(parsed);
};

/** As {@link serviceError}, of a body already parsed. */
export const wordsOf = (parsed: unknown): { code: string | number | undefined; message: string | undefined } => {
  const outer = (parsed ?? {}) as { error?: unknown; code?: unknown; message?: unknown };
  const inner = (typeof outer.error === 'object' && outer.error !== null ? outer.error : outer) as typeof outer;
  const { code, message } = inner;
  return {
    code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    message: typeof message === 'string' ? message : typeof inner.error === 'string' ? inner.error : undefined,
  };
};
