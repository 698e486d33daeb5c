import { type JobEntry, takeSnapshot } from '@syncline/jobs';
import { readJobs, requireInterface } from '@syncline/ops';
import { commonReason } from '../formats/unread-definitions.ts';
import { defineCommand } from '../command/define-command.ts';
import { exitStatus } from '../command/exit-status.ts';
import type { Column } from '../formats/column.ts';
import { printRows, rowFormats } from '../formats/print-rows.ts';

/** A field of a job's definition. */
interface Field {
  readonly name: string;
  readonly value: unknown;
}

const columns: readonly Column<Field>[] = [
  { name: 'field', value: ({ name }) => name, minWidth: 12 },
  { name: 'value', value: ({ value }) => value, minWidth: 12, isBroken: true },
];

/** `syncline jobs show NAME`: the definition of one job, as a snapshot keeps it: code and option strings are hashes. */
export const jobsShow = defineCommand({
  name: 'jobs show',
  group: 'operators',
  summary: 'show the definition of a job, without its code and option strings',
  arguments: { name: { text: 'the name of the job' } },
  formats: rowFormats,
  examples: ['syncline jobs show Orders', 'syncline jobs show Orders --fields value,field --json'],
  exitStatuses: { 0: 'the definition was read', 3: 'there is no such job, or its definition could not be read' },
  environment: { odata: 'required', v2: 'optional' },
  async run({ name }, context) {
    const { environment, output, signal } = context;
    const [odata, { v2 }] = [requireInterface(environment, 'odata'), environment];
    await environment.lookUpSecrets?.();
    const inventory = await readJobs(environment, { odata, v2, names: [name], signal });
    const { files } = await takeSnapshot(inventory);
    const rows = files.flatMap(({ fields }) =>
      Object.entries(fields).map(([field, value]) => ({ name: field, value })),
    );
    const isMissing = v2 !== undefined && inventory.entries.every(isNowhere);
    const empty = isMissing ? 'No job has this name.' : 'The definition could not be read.';
    await printRows(rows, { ...output, columns, empty });
    if (files.length > 0) return exitStatus.yes;
    output.note(isMissing ? 'List the names with `syncline jobs`.' : commonReason(inventory.entries));
    return exitStatus.unknown;
  },
});

/** Whether no workspace lists a job, and the service does not find it either. */
function isNowhere(entry: JobEntry): boolean {
  if (entry.kind !== 'unreadable' || entry.workspace !== undefined) return false;
  return (Object(entry.reason) as { readonly status?: unknown }).status === 404;
}
