import type { JobView } from '../rule/job-view.ts';
import type { LintRule } from '../rule/lint-rule.ts';
import { anyOf, type Known } from '../rule/logic.ts';
import { connectionKey, nameOthers, othersUnknown } from '../rule/predicates.ts';
import { finding, notChecked, pass } from '../rule/verdict.ts';

/** The place that a job writes to; null if it has no destination, undefined if it cannot be known. */
function placeOf(job: JobView): string | null | undefined {
  const destination = connectionKey(job, 'Destination');
  if (destination === null || destination === undefined) return destination;
  const names = ['CacheSchema', 'TableNamePrefix', 'TableNameSuffix'].map((field) => job.text(field));
  return names.includes(undefined) ? undefined : JSON.stringify([destination, ...names.map((name) => name ?? '')]);
}

function removesRows(job: JobView): Known {
  return anyOf(job.flag('DropTable'), job.flag('TruncateTableData'));
}

export const sharedDestination: LintRule = {
  id: 'shared-destination',
  title: "Jobs that delete each other's tables",
  severity: 'error',
  why:
    'Two jobs write to the same place, and one of them drops or truncates its tables. If they replicate ' +
    'tables with the same name, this job deletes the rows of the other.',
  reading:
    'This is inferred from the meaning of the fields: the specification does not say how they work ' +
    'together. The tables of a job are not part of its fields, so they are assumed to overlap. ' +
    'Only jobs of one workspace are compared; schema, prefix and suffix are case-sensitive.',
  fix: 'Give one of the jobs another schema, prefix or suffix, or set `DropTable` and `TruncateTableData` to false.',
  fields: ['Destination', 'CacheSchema', 'TableNamePrefix', 'TableNameSuffix', 'DropTable', 'TruncateTableData'],
  example: {
    finding: { job: { Destination: 'Lake', DropTable: true }, others: [{ JobName: 'Other', Destination: 'Lake' }] },
    pass: {
      job: { Destination: 'Lake', DropTable: true, TableNamePrefix: 'a_' },
      others: [{ JobName: 'Other', Destination: 'Lake' }],
    },
  },
  check: (job, context) => {
    const key = placeOf(job);
    if (key === null) return pass;
    if (key === undefined) return notChecked();
    const { byKey, unknown } = context.groupsBy('place in a destination', placeOf);
    const group = byKey.get(key) ?? [];
    const removes = context.once(`removes rows ${key}`, () => anyOf(...group.map(removesRows)));
    if (group.length > 1 && removes === true) {
      const others = nameOthers(job, group);
      const who =
        removesRows(job) === true ? 'which this job drops or truncates' : 'which one of them drops or truncates';
      return finding(`The job writes to the same tables as ${others}, ${who}.`);
    }
    if (group.length > 1 && removes === undefined)
      return notChecked('whether a job drops or truncates cannot be known');
    return unknown > 0 ? notChecked(othersUnknown(unknown)) : pass;
  },
};
