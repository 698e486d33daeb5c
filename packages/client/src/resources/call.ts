import { type OptionNames, ownOptions } from '@syncline/core/internal';
import { type CallOptions, callOptionNames } from '../options/client-options.ts';
import type { Settings } from '../options/settings.ts';
import type { CallResult } from '../pipeline/pipeline.ts';
import type { AnyParts, callInit, SendOperation } from './operation-call.ts';

type Init = AnyParts & CallOptions;

const initNames: OptionNames<Init> = { ...callOptionNames, path: 1, query: 1, headers: 1, cookies: 1, body: 1 };

/**
 * Sends an operation of the client's tables by its id, with what a program passes to `call`.
 *
 * @throws {ConfigError} when the operation does not have one of the parameters
 */
export function sendCall(
  operationId: string,
  init: object | undefined,
  sendOperation: SendOperation,
  { tables }: Settings,
  initOf: typeof callInit,
): Promise<CallResult> {
  const options = ownOptions<Init>(init, initNames);
  // Tables that a program makes itself may not have them.
  const names = tables.operations[operationId]?.parameters;
  const valuesOf = (location: 'path' | 'query' | 'headers' | 'cookies') =>
    names
      ? ownOptions(options[location], (Object.hasOwn(names, location) && names[location]) || {}, location)
      : options[location];
  const parts: AnyParts = {
    path: valuesOf('path'),
    query: valuesOf('query'),
    headers: valuesOf('headers'),
    cookies: valuesOf('cookies'),
    body: options.body,
  };
  return sendOperation(operationId as never, parts as never, initOf(options));
}
