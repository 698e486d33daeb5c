import { type CallContext, type ClientResponse, isRetryableStatus, retryAfterOf } from '@syncline/core';
import type { Decode } from '../decode/operation.ts';
import { readServiceError, type ServiceError } from '../decode/service-error.ts';
import { showFor } from '../decode/shown-text.ts';
import { HttpError } from '../errors/http-error.ts';
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
  if (response.ok && !mayBeJson(response, context))
    return context
      .receive(() => import('../decode/record-decoder.ts'))
      .then(({ refuseContentType }) => {
        throw refuseContentType(response, context);
      });
  if (decode === undefined) return undefined;
  if (response.ok) return decode(response, context);
  const show = showFor(context);
  if (!response.isCut) throw httpErrorFrom(response, context, settings, readServiceError(response, show));
  // Most pages never need to read JSON that was cut off. Without the part that does, the error still has the status.
  return context
    .receive(() => import('../decode/parse-cut-json.ts'))
    .then(
      ({ parseCutJson }) => readServiceError(response, show, parseCutJson),
      () => undefined,
    )
    .then((said) => {
      throw httpErrorFrom(response, context, settings, said);
    });
}

/** Whether a success may be JSON. One that is not is usually a proxy's page or a login form. */
function mayBeJson(response: ClientResponse, context: CallContext): boolean {
  const type = response.headers.get('content-type');
  return type === null || response.isEmpty || context.request.headers.accept !== 'application/json' || json.test(type);
}

/**
 * Creates the error of a failure status, with the code and message of the service if the body has them (specification
 * section 7).
 */
function httpErrorFrom(
  response: ClientResponse,
  context: CallContext,
  settings: Settings,
  said: ServiceError | undefined,
): HttpError {
  const { status } = response;
  return new HttpError(context, {
    interface: settings.interface,
    status,
    serviceCode: said?.code,
    serviceMessage: said?.message,
    // Only for a status that the client retries: with any other, the header does not say when to try again.
    retryAfterSeconds: isRetryableStatus(status) ? retryAfterOf(response.headers, settings.clock) : undefined,
    body: context.scrub(response.shownText()),
  });
}
