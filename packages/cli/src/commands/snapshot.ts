import { counted } from '@syncline/core/internal';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSnapshot, writeSnapshot } from '@syncline/jobs/node';
import type { Column } from '../formats/column.ts';
import { printRows, rowFormats } from '../formats/print-rows.ts';
import { defineCommand } from '../command/define-command.ts';
import { checkFolder } from '../formats/output-target.ts';
import { exitStatus } from '../command/exit-status.ts';
import { snapshotOf } from './lint.ts';

/** A file that the command changed. */
interface ChangedFile {
  readonly change: 'written' | 'removed';
  readonly file: string;
}

const columns: readonly Column<ChangedFile>[] = [
  { name: 'change', value: ({ change }) => change },
  { name: 'file', value: ({ file }) => file, minWidth: 20 },
];

/**
 * `syncline snapshot FOLDER`: writes the definitions of all jobs to a folder, one file per job, to keep in git. If the
 * service lists no job, files of jobs are kept, and the exit status is 3.
 */
export const snapshot = defineCommand({
  name: 'snapshot',
  group: 'operators',
  summary: 'write the definitions of all jobs to a folder, one file per job, to keep in git',
  arguments: { folder: { text: 'the folder; files of jobs that no longer exist are removed' } },
  formats: rowFormats,
  examples: ['syncline snapshot jobs/production'],
  exitStatuses: {
    0: 'the folder has the definitions of all jobs',
    3: 'some definitions could not be read, or the service lists no job and the folder has files of jobs',
  },
  environment: { odata: 'required', v2: 'required' },
  async run({ folder }, context) {
    checkFolder(folder);
    const taken = await snapshotOf(context);
    const hasNoJob = taken.files.length + taken.unreadable.length === 0;
    if (hasNoJob && existsSync(join(folder, 'index.json')) && (await readSnapshot(folder)).files.length > 0) {
      await printRows([], { ...context.output, columns, empty: 'Nothing changed.' });
      context.output.note(
        `The service lists no job, so the files in ${folder} are kept. If it has none, delete the folder.`,
      );
      return exitStatus.unknown;
    }
    const { written, removed, unchanged } = await writeSnapshot(folder, taken);
    const rows = [
      ...written.map((file) => ({ change: 'written' as const, file })),
      ...removed.map((file) => ({ change: 'removed' as const, file })),
    ];
    await printRows(rows, {
      ...context.output,
      columns,
      empty: `Nothing changed: ${counted(unchanged, 'file')} up to date.`,
    });
    if (rows.length > 0)
      context.output.note(
        `${counted(written.length, 'file')} written, ${removed.length} removed, ${unchanged} unchanged.`,
      );
    if (taken.unreadable.length === 0) return exitStatus.yes;
    context.output.note('The files of jobs that could not be read did not change.');
    return exitStatus.unknown;
  },
});
