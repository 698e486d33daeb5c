import { redacted } from '../http/redact.ts';
import { type MatchedOperation } from './match-operation.ts';

/** The parts of a request that distinguish it from others for the same operation. */
export interface ComparedRequest extends MatchedOperation {
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
export function requestKey(request: ComparedRequest, secret: ReadonlySet<string>, isLoose: boolean): string {
  const fields = parametersOf(request.query)
    .filter(([name]) => !secret.has(name))
    .map((field) => JSON.stringify(field))
    .sort();
  const key = JSON.stringify([request.operation.id, request.parameters, fields, bodyKey(request)]);
  return isLoose ? key.replace(timestamp, '*') : key;
}

/** The names and values of a query, decoded. A plus sign is a space, as in most clients and services. */
export function parametersOf(query: string): [name: string, value: string][] {
  return [...new URLSearchParams(query)];
}

/** The names of the parameters that were redacted. */
export function redactedParameters(query: string): string[] {
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
