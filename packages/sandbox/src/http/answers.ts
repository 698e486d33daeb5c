import type { Answer } from '../contract.ts';
import type { Refusal } from './refusal.ts';

/** The interfaces, each with a path prefix and an error body of its own. */
export type InterfaceName = 'odata' | 'v2' | 'cloud' | 'auth';

const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' } as const;

export function jsonText(body: Answer['body'], status = 200): Answer {
  return { status, headers: json, body };
}

/**
 * The error body of section 7. The cloud interface's is not shown: it gets the OData one. The token endpoint's is RFC 6749's (5.2).
 */
export function refusalAnswer(name: InterfaceName, { status, code, message, headers }: Refusal): Answer {
  const body = JSON.stringify(errorBody(name, status, code, message));
  return { status, headers: { ...json, ...headers }, body };
}

function errorBody(name: InterfaceName, status: number, code: string, message: string): object {
  if (name === 'v2') return { code: status, message, error: code };
  if (name === 'auth') return { error: code, error_description: message };
  return { error: { code, message } };
}
