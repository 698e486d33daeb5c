import { isConfigError } from '@syncline/core/internal';
import { expect, test } from 'vitest';
import * as jobs from '../src/index.ts';
import * as node from '../src/node/index.ts';

const values = [undefined, null, 5, 10n, true, '', 'text', {}, [], [null], () => 1];
const inventory = jobs.createInventory({ jobs: [{ JobName: 'Nightly' }], whole: true });
const report = jobs.lintJobs(inventory);
const snapshot = await jobs.takeSnapshot(inventory);

// The valid arguments that each function takes before the wrong one. No process can write to this folder.
const before: Readonly<Record<string, readonly unknown[]>> = {
  lintJobs: [inventory],
  compareSnapshots: [snapshot, snapshot],
  toJUnit: [report],
  toSarif: [report],
  historyOf: [[]],
  writeSnapshot: ['/dev/null/snapshot'],
};
// These functions take arguments from a rule, which the linter checks.
const ofRules = ['finding', 'findingIf', 'notChecked', 'allOf', 'anyOf', 'not'];
const functions = Object.entries({ ...jobs, ...node } as Readonly<Record<string, unknown>>).filter(
  (entry): entry is [string, (...values: readonly unknown[]) => unknown] =>
    typeof entry[1] === 'function' && !ofRules.includes(entry[0]),
);

/** The error that a call throws, unless it is one of our own types. */
async function foreignError(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return isConfigError(error) ? undefined : error;
  }
  return undefined;
}

test('there are functions to call', () => {
  expect(functions.length).toBeGreaterThan(9);
});

test.each(functions)('%s throws only typed errors, whatever its arguments are', async (name, run) => {
  for (const value of values) {
    expect(await foreignError(() => run(value))).toBeUndefined();
    for (let at = 1; at <= (before[name]?.length ?? 0); at += 1)
      expect(await foreignError(() => run(...(before[name] ?? []).slice(0, at), value))).toBeUndefined();
  }
});
