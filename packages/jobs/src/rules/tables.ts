import type { JobView } from '../rule/job-view.ts';
import type { LintRule } from '../rule/lint-rule.ts';
import { allOf, anyOf, finding, findingIf, type Known, not, notChecked, pass } from '../rule/verdict.ts';
import { connectionKey, exampleOf, inferred, nameOthers, othersUnknown, valueNotSet } from '../rule/predicates.ts';

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

/** What a job does to the tables of its destination. */
export const tableRules: readonly LintRule[] = [
  {
    id: 'drop-with-truncate',
    title: 'Table that is dropped and truncated',
    severity: 'warn',
    why: 'A table that is dropped before each update has no rows to delete. One of the switches was set by mistake.',
    reading: inferred,
    fix: 'Set one of the switches to false.',
    fields: ['DropTable', 'TruncateTableData'],
    example: exampleOf({ DropTable: true, TruncateTableData: true }, { DropTable: true, TruncateTableData: false }),
    check: (job) =>
      findingIf(
        allOf(job.flag('DropTable'), job.flag('TruncateTableData')),
        'The job drops the table and also deletes its rows.',
      ),
  },
  {
    id: 'drop-with-history',
    title: 'Dropped table in history mode',
    severity: 'error',
    why: 'History mode keeps earlier versions of rows. Dropping the table before each update loses all of them.',
    reading: inferred,
    fix: 'Set `DropTable` to false, or turn off history mode.',
    fields: ['DropTable', 'HistoryMode'],
    example: exampleOf({ DropTable: true, HistoryMode: true }, { DropTable: true, HistoryMode: false }),
    check: (job) =>
      findingIf(
        allOf(job.flag('DropTable'), job.flag('HistoryMode')),
        'The job keeps history, but drops the table before each update.',
      ),
  },
  {
    id: 'truncate-with-history',
    title: 'Truncated table in history mode',
    severity: 'error',
    why: 'History mode keeps earlier versions of rows. Deleting all rows before each update loses all of them.',
    reading: inferred,
    fix: 'Set `TruncateTableData` to false, or turn off history mode.',
    fields: ['TruncateTableData', 'HistoryMode'],
    example: exampleOf({ TruncateTableData: true, HistoryMode: true }, { TruncateTableData: true, HistoryMode: false }),
    check: (job) =>
      findingIf(
        allOf(job.flag('TruncateTableData'), job.flag('HistoryMode')),
        'The job keeps history, but deletes all rows before each update.',
      ),
  },
  {
    id: 'drop-with-capture',
    title: 'Dropped table with change data capture',
    severity: 'error',
    why:
      'Change data capture sends only what changed. After the table is dropped, the rows that did not change are ' +
      'missing.',
    reading:
      inferred +
      ' A job captures changes if `CDCEngineModeEnabled` is true or it has a replication slot or a publication.',
    fix: 'Set `DropTable` to false.',
    fields: ['DropTable', 'LogicalReplicationSlot', 'PublicationName', 'CDCEngineModeEnabled'],
    example: exampleOf(
      { DropTable: true, LogicalReplicationSlot: 'slot_1' },
      { DropTable: false, LogicalReplicationSlot: 'slot_1' },
    ),
    check: (job) => {
      const captures = anyOf(
        job.isSet('LogicalReplicationSlot'),
        job.isSet('PublicationName'),
        job.flag('CDCEngineModeEnabled'),
      );
      const message = 'The job captures changes, but drops the table before each update.';
      return findingIf(allOf(job.flag('DropTable'), captures), message);
    },
  },
  {
    id: 'full-refresh-with-start-date',
    title: 'Full refresh that begins at a start date',
    severity: 'warn',
    why: 'The job removes all rows and then reads only those since the start date, so older rows disappear.',
    reading: inferred,
    fix: 'Remove `ReplicateStartDate`, or set `DropTable` and `TruncateTableData` to false.',
    fields: ['DropTable', 'TruncateTableData', 'ReplicateStartDate'],
    example: exampleOf({ TruncateTableData: true, ReplicateStartDate: '2024-01-01' }, { TruncateTableData: true }),
    check: (job) =>
      findingIf(
        allOf(anyOf(job.flag('DropTable'), job.flag('TruncateTableData')), job.isSet('ReplicateStartDate')),
        'The job removes all rows before each update, but replicates only from a start date on.',
      ),
  },
  {
    id: 'shared-destination',
    title: "Jobs that delete each other's tables",
    severity: 'error',
    why:
      'Two jobs write to the same place, and one of them drops or truncates its tables. If they replicate tables ' +
      'with the same name, this job deletes the rows of the other.',
    reading:
      `${inferred} The tables of a job are not part of its fields, so they are assumed to overlap. ` +
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
  },
  {
    id: 'alter-schema-off',
    title: 'Changes of the schema are not replicated',
    severity: 'warn',
    why:
      'When the source gets a new column or a wider type, the job does not change the destination: values are lost ' +
      'or the run fails.',
    reading: 'The default is true.',
    fix: 'Set `AlterSchema` to true, unless somebody changes the destination by hand.',
    fields: ['AlterSchema'],
    example: exampleOf({ AlterSchema: 'false' }, { AlterSchema: 'true' }),
    check: (job) => findingIf(not(job.flag('AlterSchema')), 'The job does not follow changes of the schema.'),
  },
  {
    id: 'auto-truncate-strings',
    title: 'Strings that are cut without an error',
    severity: 'info',
    offByDefault: true,
    why: 'A string that is too long for its column is cut without an error message.',
    reading: 'The default is true, so the rule is off unless you turn it on, and it checks only a value that is set.',
    fix: 'Set `AutoTruncateStrings` to false if you prefer an error to a cut string.',
    fields: ['AutoTruncateStrings'],
    example: exampleOf({ AutoTruncateStrings: 'true' }, { AutoTruncateStrings: 'false' }),
    check: (job) =>
      findingIf(job.flagAsSet('AutoTruncateStrings'), 'The job cuts strings that are too long.', valueNotSet),
  },
];
