import { expect, test } from 'vitest';
import * as odata from '../src/index.ts';

// This function takes the result of another one: nodes.
const ofNodes = ['handle'];
const functions = Object.entries(odata as Readonly<Record<string, unknown>>).filter(
  (entry): entry is [string, (...values: readonly unknown[]) => unknown] =>
    typeof entry[1] === 'function' && !/^[A-Z]/.test(entry[0]) && !ofNodes.includes(entry[0]),
);
const values = [undefined, null, 5, 10n, true, '', 'a eq 1', {}, [], [null], () => 1, new Date(Number.NaN)];

/** The error that a call throws, unless it is one of our own types. */
function foreignError(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return odata.isConfigError(error) || odata.isODataSyntaxError(error) ? undefined : error;
  }
  return undefined;
}

test('there are functions to call', () => {
  expect(functions.length).toBeGreaterThan(20);
});

test.each(functions)('%s throws only typed errors, whatever its arguments are', (_name, run) => {
  for (const value of [...values, Symbol('s')]) expect(foreignError(() => run(value))).toBeUndefined();
  for (const value of values)
    for (const first of ['a eq 1', 'a', odata.odata`a eq 1`])
      expect(foreignError(() => run(first, value))).toBeUndefined();
});
