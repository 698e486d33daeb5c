import { operations } from '@syncline/openapi';
import type { Description } from '../generate/model.ts';
import { callsOf, operationsIn } from '../generate/operations.ts';

/** The calls that send an operation, by operationId. */
export type CallTable = ReadonlyMap<string, readonly string[]>;

/**
 * The calls that the clients offer, by operationId: those in the generated table, and those in the descriptions, which
 * may be older or newer. An operation in neither has no calls; consumers use it through `raw`.
 */
export function callTable(descriptions: readonly Description[]): CallTable {
  const table = new Map<string, readonly string[]>(
    Object.values(operations).map(({ id, call, otherCalls }) => [id, [call, ...otherCalls]]),
  );
  for (const { operation } of descriptions.flatMap(({ document }) => operationsIn(document))) {
    const calls = callsOf(operation);
    if (operation.operationId !== undefined && calls.length > 0) table.set(operation.operationId, calls);
  }
  return table;
}

/** Whether a call is a credential of `@syncline/auth`, such as `clientCredentials`, and not a method of a client. */
export function isCredentialCall(call: string): boolean {
  return !call.includes('.');
}
