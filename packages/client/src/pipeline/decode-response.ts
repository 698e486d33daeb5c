import { type CallContext, type ClientResponse, isRetryableStatus, retryAfterOf } from '@syncline/core';
import type { Decode } from '../decode/operation.ts';
import { serviceErrorOf } from '../decode/service-error.ts';
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
      .then(({ refuseContentType }) => refuseContentType(response, context));
  if (decode === undefined) return undefined;
  if (response.ok) return decode(response, context);
  /** Throws the error of a failure status, with the code and message of the service (specification section 7). */
  const fail = (body: unknown): never => {
    const { status } = response;
    const { code, message } = serviceErrorOf(body, showFor(context));
    throw new HttpError(context, {
      interface: settings.interface,
      status,
      serviceCode: code,
      serviceMessage: message,
      // Only for a status that the client retries: with any other, the header does not say when to try again.
      retryAfterSeconds: isRetryableStatus(status) ? retryAfterOf(response.headers, settings.clock) : undefined,
      body: context.scrub(response.shownText()),
    });
  };
  const body = response.shownJson();
  return body instanceof Promise ? context.receive(() => body).then(fail) : fail(body);
}

/** Whether a success may be JSON. One that is not is usually a proxy's page or a login form. */
function mayBeJson(response: ClientResponse, context: CallContext): boolean {
  const type = response.headers.get('content-type');
  return type === null || response.isEmpty || context.request.headers.accept !== 'application/json' || json.test(type);
}
