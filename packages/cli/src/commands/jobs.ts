import { unreadBecause } from '../formats/unread-definitions.ts';
import { cleanText, counted, nearestName, wholePattern } from '@syncline/core/internal';
import type { JobEntry } from '@syncline/jobs';
import { readJobs, requireInterface } from '@syncline/ops';
import type { Column } from '../formats/column.ts';
import { printRows, rowFormats } from '../formats/print-rows.ts';
import { defineCommand, jobOption } from '../command/define-command.ts';
import { exitStatus } from '../command/exit-status.ts';

const field = (entry: JobEntry, name: string): unknown =>
  entry.kind === 'read' ? (entry.job as Readonly<Record<string, unknown>>)[name] : undefined;

const columns: readonly Column<JobEntry>[] = [
  { name: 'workspace', value: ({ workspace }) => workspace?.name, minWidth: 10 },
  { name: 'job', value: ({ name }) => name, minWidth: 24 },
  { name: 'source', value: (entry) => field(entry, 'Source'), minWidth: 10 },
  { name: 'destination', value: (entry) => field(entry, 'Destination'), minWidth: 10 },
  {
    name: 'schedule',
    value: (entry) => (String(field(entry, 'Scheduled')) === 'true' ? field(entry, 'ScheduledCron') : undefined),
  },
  // The error that the workspace shows, or why the definition could not be read.
  { name: 'error', value: (entry) => unreadBecause(entry) ?? entry.error, minWidth: 12 },
  { name: 'definition', value: ({ kind }) => kind, isExtra: true },
  { name: 'id', value: ({ id }) => id, isExtra: true },
];

/** What to try next if there are no jobs. */
function emptyText(
  { job, workspace }: { readonly job: string | undefined; readonly workspace: string | undefined },
  names: readonly string[],
): string {
  if (names.length === 0) return 'The workspaces that this user can see have no jobs.';
  const which = [
    ...(job === undefined ? [] : [`the name ${cleanText(job)}`]),
    ...(workspace === undefined ? [] : [`the workspace ${cleanText(workspace)}`]),
  ];
  const near = job === undefined ? undefined : nearestName(job, names);
  const advice =
    near === undefined ? 'Use * for any characters, or leave the option out.' : `Did you mean ${cleanText(near)}?`;
  return `None of ${counted(names.length, 'job')} has ${which.join(' in ')}. ${advice}`;
}

/** `syncline jobs`: every job of every workspace, with its connections and its schedule. */
export const jobs = defineCommand({
  name: 'jobs',
  group: 'operators',
  summary: 'list every job of every workspace, with its connections and its schedule',
  options: {
    job: jobOption,
    workspace: { value: 'name', text: 'only this workspace; * matches any characters' },
  },
  formats: rowFormats,
  examples: ['syncline jobs', "syncline jobs --workspace Finance --job 'Orders*' --output csv"],
  exitStatuses: {
    0: 'the jobs were listed',
    3: 'the service did not respond, or some definitions could not be read',
  },
  environment: { v2: 'required', odata: 'optional' },
  async run(options, context) {
    const { environment, output, signal } = context;
    const isWanted = wholePattern(options.job ?? '*');
    const isInWorkspace = wholePattern(options.workspace ?? '*');
    const v2 = requireInterface(environment, 'v2');
    await environment.lookUpSecrets?.();
    const { entries } = await readJobs(environment, {
      v2,
      odata: environment.odata,
      signal,
      onProgress: ({ done, total }) => output.progress(`Reading jobs: ${done} of ${total} …`),
    });
    output.progress('');
    const rows = entries.filter(({ name, workspace }) => isWanted(name) && isInWorkspace(workspace?.name ?? ''));
    const unread = rows.filter((entry) => unreadBecause(entry) !== undefined);
    const names = entries.map(({ name }) => name);
    await printRows(rows, { ...output, columns, empty: emptyText(options, names) });
    if (unread.length === 0) return exitStatus.yes;
    output.note(`${counted(unread.length, 'definition')} could not be read. The column error says why.`);
    return exitStatus.unknown;
  },
});
