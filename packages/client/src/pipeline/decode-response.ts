import { type CallContext, type ClientResponse, isRetryableStatus, retryAfterOf } from '@syncline/core';
import type { Decode } from '../decode/operation.ts';
import { serviceErrorOf } from '../decode/service-error.ts';
import { HttpError } from '../errors/http-error.ts';
import { ResponseFormatError } from '../errors/response-format-error.ts';
import type { Settings } from '../options/settings.ts';

const json = /^(application|text)\/([\w.+-]+\+)?json\s*(;|$)/i;

/**
 * Decodes the value of a call from its response. A call without `decode`, which comes from `raw`, has no value and uses
 * the response itself.
 *
 * @throws {HttpError} when the status is a failure
 * @throws {ResponseFormatError} when the status is a success and the body cannot be used
 */
export function decodeResponse(
  response: ClientResponse,
  context: CallContext,
  decode: Decode | undefined,
  settings: Settings,
): unknown {
  if (response.ok) checkContentType(response, context);
  if (decode === undefined) return undefined;
  if (response.ok) return decode(response, context);
  /** Throws the error of a failure status, with the code and message of the service (specification section 7). */
  const fail = (body: unknown): never => {
    const { status } = response;
    const scrub = (said: string): string => context.scrub(said);
    const { code, message } = serviceErrorOf(body, scrub);
    throw new HttpError({
      operation: context.operation,
      method: context.method,
      path: context.path,
      attempts: context.attempts,
      requestId: context.requestId,
      interface: settings.interface,
      status,
      serviceCode: code,
      serviceMessage: message,
      // Only for a status that the client retries: with any other, the header does not say when to try again.
      retryAfterSeconds: isRetryableStatus(status) ? retryAfterOf(response.headers, settings.clock) : undefined,
      body: scrub(response.shownText()),
    });
  };
  const body = response.shownJson();
  return body instanceof Promise ? context.run(context.remaining, () => body).then(fail) : fail(body);
}

/** Refuses a success that is not JSON: usually a proxy's page or a login form. */
function checkContentType(response: ClientResponse, context: CallContext): void {
  const type = response.headers.get('content-type');
  const { accept } = context.request.headers;
  if (type === null || response.isEmpty || accept !== 'application/json' || json.test(type)) return;
  // Cut only after it is without secrets: half a secret is not found.
  const mediaType = /^[\w.+/-]{1,60}/.exec(context.scrub(type))?.[0] ?? 'something else';
  throw new ResponseFormatError(
    context,
    'content-type',
    `${response.status} with a body that is not JSON but ${mediaType}`,
  );
}
