import { counted } from '@syncline/core/internal';
import type { OperationId } from '@syncline/openapi';
import type { ExampleParameters } from '../curl/curl-request.ts';
import { redacted } from '../http/redact.ts';
import { BodyTooLargeError, type SandboxRequest } from '../http/request.ts';
import { type InterfaceName, type SandboxResponse, ServiceError, errorResponse, notFound } from '../http/response.ts';
import type { RoutedResponse, Router } from '../service/router.ts';
import { type MatchedOperation, matchOperation } from '../service/route.ts';
import type { ReadRecording, RecordedCall } from './read-har.ts';

/** The parts of a request that distinguish it from others for the same operation. */
interface ComparedRequest extends MatchedOperation {
  /** The query as sent */
  readonly query: string;
  /** The body; empty if there is none */
  readonly body: string;
}

/** A date or a time in a filter or a query. A client that requests the last day sends a different date every day. */
const timestamp = /\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?/g;

/** The form fields that a recording contains. The others identify or authenticate the client. */
const shownFields = new Set(['grant_type', 'scope']);

/**
 * The parameters and the body of a request as one text. The order of the parameters does not matter, and secrets are
 * left out: `secret` says which parameters were redacted in the recording.
 *
 * @param isLoose - whether dates and times are left out too
 */
function requestKey(request: ComparedRequest, secret: ReadonlySet<string>, isLoose: boolean): string {
  const fields = parametersOf(request.query)
    .filter(([name]) => !secret.has(name))
    .map((field) => JSON.stringify(field))
    .sort();
  const key = JSON.stringify([request.operation.id, request.parameters, fields, bodyKey(request)]);
  return isLoose ? key.replace(timestamp, '*') : key;
}

/** The names and values of a query, decoded. A plus sign is a space, as in most clients and services. */
function parametersOf(query: string): [name: string, value: string][] {
  return [...new URLSearchParams(query)];
}

/** The names of the parameters that were redacted. */
function redactedParameters(query: string): string[] {
  return parametersOf(query).flatMap(([name, value]) => (value === redacted ? [name] : []));
}

function bodyKey({ operation, body }: ComparedRequest): unknown {
  switch (operation.requestContentType) {
    case null:
      return null;
    case 'application/x-www-form-urlencoded':
      return [...new URLSearchParams(body)].filter(([name]) => shownFields.has(name)).sort();
    case 'application/json':
      try {
        return sorted(JSON.parse(body));
      } catch {
        return body;
      }
  }
}

/** A JSON value with its members sorted by name. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, sorted(member)]);
}

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

/** Finds recorded responses. */
interface Replay {
  /** The first values of path parameters in the recording, for examples. */
  readonly examples: Partial<ExampleParameters>;
  /** A description of the recording, as the end of a sentence. */
  readonly summary: string;
  /**
   * Returns the response to a request: that of the first recorded request with the same operation, parameters and body
   * that was not replayed yet, otherwise that of the last one. If no recorded request has the same dates and times,
   * they are ignored.
   */
  next(request: ComparedRequest): RecordedCall | undefined;
  /** Number of recorded requests for an operation. */
  count(operationId: OperationId): number;
  /** Starts again with the first responses. */
  reset(): void;
}

/** The calls with the same key, in the order of the recording. */
interface Line {
  readonly calls: RecordedCall[];
  /** Index of the next call to replay. */
  at: number;
}

/** Creates a replay that starts at the beginning of a recording. */
export function createReplay({ calls, others }: ReadRecording): Replay {
  // A client may send its key in the query even if the recorded client did not.
  const secret = new Set(['@authtoken', ...calls.flatMap(({ query }) => redactedParameters(query))]);
  const exact = new Map<string, Line>();
  const loose = new Map<string, Line>();
  const counts = new Map<OperationId, number>();
  const replayed = new Set<RecordedCall>();
  const enter = (lines: Map<string, Line>, key: string, call: RecordedCall): void => {
    const line = lines.get(key);
    if (line === undefined) lines.set(key, { calls: [call], at: 0 });
    else line.calls.push(call);
  };
  for (const call of calls) {
    enter(exact, requestKey(call, secret, false), call);
    enter(loose, requestKey(call, secret, true), call);
    counts.set(call.operation.id, (counts.get(call.operation.id) ?? 0) + 1);
  }

  const take = (line: Line): RecordedCall | undefined => {
    // A call may have been replayed through the other key.
    while (line.at < line.calls.length && replayed.has(line.calls[line.at] as RecordedCall)) line.at++;
    const call = line.calls[line.at] ?? line.calls.at(-1);
    if (call !== undefined) replayed.add(call);
    return call;
  };

  return {
    examples: Object.fromEntries(
      calls
        .flatMap(({ operation, parameters }) =>
          operation.pathParameters.map((name, index): [string, string] => [name, parameters[index] ?? '']),
        )
        .reverse(),
    ),
    summary: summaryOf(calls.length, counts.size, others),
    next(request) {
      const line = exact.get(requestKey(request, secret, false)) ?? loose.get(requestKey(request, secret, true));
      return line === undefined ? undefined : take(line);
    },
    count: (operationId) => counts.get(operationId) ?? 0,
    reset() {
      replayed.clear();
      for (const line of [...exact.values(), ...loose.values()]) line.at = 0;
    },
  };
}

function summaryOf(responses: number, operationCount: number, others: number): string {
  const recorded = `${counted(responses, 'recorded response')} of ${counted(operationCount, 'operation')}`;
  if (others === 0) return recorded;
  return `${recorded}; ${counted(others, 'other request')} ${others === 1 ? 'is' : 'are'} left out`;
}
