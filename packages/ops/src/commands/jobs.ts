import { type JobEntry, readInventory } from '@syncline/jobs';
import { needed } from '../environment/needed.ts';
import type { Column } from '../print/column.ts';
import { printRows } from '../print/print-rows.ts';
import { jobPattern } from '../run/read-runs.ts';
import type { CommandContext } from '../context/command-context.ts';
import { type ExitStatus, exitStatus } from './exit-status.ts';

/** Options of `syncline jobs`. */
export interface JobsOptions {
  /** A job's name, with `*` for any text. @default all jobs */
  readonly job?: string | undefined;
  /** A workspace's name, with `*` for any text. @default all workspaces */
  readonly workspace?: string | undefined;
}

const field = (entry: JobEntry, name: string): unknown =>
  entry.kind === 'read' ? (entry.job as Readonly<Record<string, unknown>>)[name] : undefined;

const columns: readonly Column<JobEntry>[] = [
  { name: 'workspace', value: ({ workspace }) => workspace?.name, minWidth: 10 },
  { name: 'job', value: ({ name }) => name, minWidth: 12 },
  { name: 'source', value: (entry) => field(entry, 'Source'), minWidth: 10 },
  { name: 'destination', value: (entry) => field(entry, 'Destination'), minWidth: 10 },
  {
    name: 'schedule',
    value: (entry) => (String(field(entry, 'Scheduled')) === 'true' ? field(entry, 'ScheduledCron') : undefined),
  },
  { name: 'error', value: ({ error }) => error, minWidth: 10 },
  { name: 'definition', value: ({ kind }) => kind, isExtra: true },
  { name: 'id', value: ({ id }) => id, isExtra: true },
];

/** `syncline jobs`: every job of every workspace, with its connections and its schedule. */
export async function jobs(options: JobsOptions, context: CommandContext): Promise<ExitStatus> {
  const { environment, output, signal } = context;
  const isWanted = jobPattern(options.job ?? '*');
  const isInWorkspace = jobPattern(options.workspace ?? '*');
  const { entries } = await readInventory({
    v2: needed(environment, 'v2'),
    odata: environment.odata,
    signal,
    onProgress: ({ done, total }) => output.progress(`Reading jobs: ${done} of ${total} …`),
  });
  output.progress('');
  const rows = entries.filter(({ name, workspace }) => isWanted(name) && isInWorkspace(workspace?.name ?? ''));
  const unread = rows.filter(({ kind }) => kind === 'unreadable' || kind === 'ambiguous');
  await printRows(rows, { ...output, columns, empty: 'No jobs.' });
  if (unread.length > 0)
    output.note(`${unread.length} of ${rows.length} definitions could not be read; see the field definition.`);
  return exitStatus.yes;
}
