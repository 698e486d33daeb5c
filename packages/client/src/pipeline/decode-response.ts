import {
  type CallContext,
  type ClientResponse,
  isRetryableStatus,
  isThenable,
  receiveRetryAfter,
} from '@syncline/core/internal';
import { type Decode, loadReader } from '../decode/operation.ts';
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
    return loadReader(context).then(({ refuseContentType }) => refuseContentType(response, context));
  if (decode === undefined) return undefined;
  if (response.ok) return decode(response, context);
  return refuseStatus(response, context, settings);
}

/** Throws the error of a failure status, with the code and message of the service (specification section 7). */
async function refuseStatus(response: ClientResponse, context: CallContext, settings: Settings): Promise<never> {
  const { status } = response;
  const json = response.shownJson();
  const body = isThenable(json) ? await context.receive(async () => json) : json;
  const { code, message } = serviceErrorOf(body, showFor(context));
  throw new HttpError(context, {
    interface: settings.interface,
    status,
    serviceCode: code,
    serviceMessage: message,
    // Only for a status that the client retries: with any other, the header does not say when to try again.
    retryAfterSeconds: isRetryableStatus(status) ? await receiveRetryAfter(response, context) : undefined,
    body: context.scrub(response.shownText()),
  });
}

/** Whether a success may be JSON. One that is not is usually a proxy's page or a login form. */
function mayBeJson(response: ClientResponse, context: CallContext): boolean {
  const type = response.headers.get('content-type');
  return type === null || response.isEmpty || context.request.headers.accept !== 'application/json' || json.test(type);
}
