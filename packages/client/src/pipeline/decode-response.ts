import { type CallContext, type ClientResponse, isRetryableStatus, parseRetryAfter } from '@syncline/core';
import { parseServiceError } from '../decode/service-error.ts';
import { HttpError } from '../errors/http-error.ts';
import { ResponseFormatError } from '../errors/response-format-error.ts';
import type { Settings } from '../options/settings.ts';

/** Makes the value of a call from its response. */
export type Decode = (response: ClientResponse, context: CallContext) => unknown;

const json = /^(application|text)\/([\w.+-]+\+)?json\s*(;|$)/i;

/**
 * The value of a call, decoded from its response. A call through `raw`, which has no `decode`, gets its response as it is.
 *
 * @throws HttpError if the response is a failure; ResponseFormatError if it is a success that cannot be used
 */
export function decodeResponse(
  response: ClientResponse,
  context: CallContext,
  decode: Decode | undefined,
  settings: Settings,
): unknown {
  if (response.ok) checkContentType(response, context);
  if (decode === undefined) return undefined;
  if (!response.ok) throw httpErrorFrom(response, context, settings);
  return decode(response, context);
}

/** A proxy's or a login page with a success status, mostly. */
function checkContentType(response: ClientResponse, context: CallContext): void {
  const type = response.headers.get('content-type');
  const { accept } = context.request.headers;
  if (type === null || response.isEmpty || accept !== 'application/json' || json.test(type)) return;
  const mediaType = /^[\w.+/-]{1,60}/.exec(type)?.[0] ?? 'something else';
  throw new ResponseFormatError(
    context,
    'content-type',
    `${response.status} with a body that is not JSON but ${mediaType}`,
  );
}

/** The error that a failure status means, with the service's own words if the body contains them (specification section 7). */
function httpErrorFrom(response: ClientResponse, context: CallContext, settings: Settings): HttpError {
  const { status } = response;
  const body = settings.scrub(response.shownText());
  const { code, message } = parseServiceError(body);
  return new HttpError({
    operation: context.operation,
    method: context.method,
    path: context.path,
    attempts: context.attempts,
    interface: settings.interface,
    status,
    serviceCode: code,
    serviceMessage: message,
    // Where the client did not wait: any other status says nothing about when to come back.
    retryAfterSeconds: isRetryableStatus(status)
      ? parseRetryAfter(response.headers.get('retry-after'), settings.clock.date())
      : undefined,
    body,
  });
}
