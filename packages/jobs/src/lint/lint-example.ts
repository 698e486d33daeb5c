import { ConfigError } from '@syncline/core/internal';
import { createInventory, type Inventory, type JobEntry } from '../inventory/inventory.ts';
import type { LintRule, RuleExample } from '../rule/lint-rule.ts';
import type { Verdict } from '../rule/verdict.ts';
import { lintRules } from '../rules/lint-rules.ts';
import { lintJobs } from './lint-jobs.ts';

/**
 * Applies one rule to the job of an example, and returns the result. Use it to test your own rules.
 *
 * @throws {ConfigError} when the rule or a setting cannot be used
 * @example
 * ```ts
 * import { lintExample, lintRules } from '@syncline/jobs';
 *
 * const rule = lintRules.find(({ id }) => id === 'job-retry-off')!;
 * lintExample(rule, { job: { AutomaticJobRetry: 'FALSE' } }); // 'finding'
 * ```
 */
export function lintExample(rule: LintRule, example: RuleExample): Verdict['result'] {
  if (typeof example?.job !== 'object') throw new ConfigError('example', 'must have a job');
  const tested: LintRule = { ...rule, id: 'example-rule', offByDefault: false };
  const { findings, notChecked } = lintJobs(inventoryOf(example), {
    ...example.settings,
    ownRules: [tested],
    rules: allOff,
  });
  const isThis = (result: { readonly rule: string; readonly job: { readonly id?: string | undefined } }) =>
    result.rule === tested.id && result.job.id === exampleId;
  return findings.some(isThis) ? 'finding' : notChecked.some(isThis) ? 'not checked' : 'pass';
}

const exampleId = 'example';
const allOff = Object.fromEntries(lintRules.map(({ id }) => [id, 'off' as const]));

function inventoryOf({ job, whole = true, others = [], connections, error, unread = 0 }: RuleExample): Inventory {
  const workspace = { id: 'workspace', name: 'Workspace', connections };
  const { entries, ...inventory } = createInventory({
    jobs: [{ JobName: 'Example', ...job }, ...others],
    whole,
    workspaces: [workspace],
  });
  const lost = Array.from({ length: unread }, (_, index): JobEntry => ({ kind: 'listed', name: `unread ${index}` }));
  const placed = entries.map(
    (entry, index): JobEntry =>
      index === 0 ? { ...entry, id: exampleId, workspace, error } : { ...entry, id: `other ${index}`, workspace },
  );
  return { ...inventory, entries: [...placed, ...lost] };
}
