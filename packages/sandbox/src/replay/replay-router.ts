import { BodyTooLargeError, type SandboxRequest } from '../http/request.ts';
import { errorResponse, type InterfaceName, type SandboxResponse } from '../http/response.ts';
import { notFound, ServiceError } from '../http/service-error.ts';
import type { Router, RoutedResponse } from '../service/router.ts';
import { type MatchedOperation, matchOperation } from './match-operation.ts';
import type { Replay } from './replay.ts';

/**
 * Responds to requests from a recording instead of the store. It accepts every credential, because the credentials of
 * the recording are unknown. The response to a request that was not recorded is a 501, which clients do not retry.
 */
export function createReplayRouter(replay: Replay): Router {
  return (request) => {
    // The scheme is unknown, and no parameter is ignored.
    const unchecked = { scheme: undefined, ignored: [] };
    try {
      const found = matchOperation(request.method, request.path);
      if (found === undefined) throw notFound('There is no such resource.');
      const { operation } = found;
      const response =
        operation.requestContentType === null
          ? respond(replay, found, request, '')
          : answerBody(replay, found, request);
      return { ...unchecked, operationId: operation.id, response } satisfies RoutedResponse;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { ...unchecked, operationId: undefined, response: errorResponse('odata', error) };
    }
  };
}

async function answerBody(replay: Replay, found: MatchedOperation, request: SandboxRequest): Promise<SandboxResponse> {
  let body: Uint8Array;
  try {
    body = await request.readBody();
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error;
    const tooLarge = new ServiceError(413, 'PayloadTooLarge', 'The body is larger than any recorded one.');
    return errorResponse(interfaceOf(found), tooLarge);
  }
  return respond(replay, found, request, new TextDecoder().decode(body));
}

function respond(replay: Replay, found: MatchedOperation, { query }: SandboxRequest, body: string): SandboxResponse {
  const call = replay.next({ ...found, query, body });
  if (call !== undefined) return call.response;
  const { id } = found.operation;
  const count = replay.count(id);
  const what =
    count === 0
      ? `The recording has no request for ${id}.`
      : `The recording has ${count} ${count === 1 ? 'request' : 'requests'} for ${id}, none with these parameters.`;
  return errorResponse(interfaceOf(found), new ServiceError(501, 'NotRecorded', `${what} Record it first.`));
}

function interfaceOf({ operation }: MatchedOperation): InterfaceName {
  return operation.server === 'auth' ? 'auth' : operation.interface;
}
