import type { LintRule } from '../rule/lint-rule.ts';
import { allOf } from '../rule/logic.ts';
import { findingIf } from '../rule/verdict.ts';

export const skipSnapshotWithSize: LintRule = {
  id: 'skip-snapshot-with-size',
  title: 'Size of a snapshot that is skipped',
  severity: 'warning',
  why: 'The job skips the snapshot, so its size has no effect. One of the two was set by mistake.',
  reading:
    'This is inferred from the meaning of the fields: the specification does not say how they work ' +
    'together. A size of 0 does not count.',
  fix: 'Set `SkipSnapshot` to false, or remove `SnapshotSize`.',
  fields: ['SkipSnapshot', 'SnapshotSize'],
  example: {
    finding: { job: { SkipSnapshot: true, SnapshotSize: 5000 } },
    pass: { job: { SkipSnapshot: false, SnapshotSize: 5000 } },
  },
  check: (job) => {
    const size = job.whole64('SnapshotSize');
    const hasSize = size === undefined ? undefined : size !== null && size !== 0n;
    return findingIf(allOf(job.flag('SkipSnapshot'), hasSize), 'The job skips the snapshot, but has a size for it.');
  },
};
