import { stat } from 'node:fs/promises';
import { ConfigError, counted, isConfigError } from '@syncline/core/internal';
import { type CompareOptions, compareSnapshots, type Snapshot, type SnapshotComparison } from '@syncline/jobs';
import { readSnapshot } from '@syncline/jobs/node';
import { type CommandOutput, defineCommand, type ProgramContext } from '../command/define-command.ts';
import { type ExitStatus, exitStatus } from '../command/exit-status.ts';
import type { Column } from '../formats/column.ts';
import { printRows, rowFormats } from '../formats/print-rows.ts';
import { type Annotation, summaryTable } from '../formats/report-on-github.ts';
import { toJson } from '../formats/to-json.ts';
import type { Style } from '../terminal/style.ts';
import { snapshotOf } from './lint.ts';

/** One difference between two sides. */
interface Difference {
  readonly change: 'added' | 'removed' | 'changed' | 'unreadable';
  readonly job: string;
  readonly workspace: string | undefined;
  readonly field?: string | undefined;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly changedIn?: string | undefined;
  readonly because?: string | undefined;
}

const styles: Readonly<Record<Difference['change'], Style>> = {
  added: 'green',
  removed: 'red',
  changed: 'yellow',
  unreadable: 'magenta',
};

const columns: readonly Column<Difference>[] = [
  { name: 'change', value: ({ change }) => change, style: ({ change }) => styles[change] },
  { name: 'job', value: ({ job }) => job, minWidth: 12 },
  { name: 'field', value: ({ field }) => field, minWidth: 12 },
  { name: 'before', value: ({ before }) => before, text: ({ before }) => shown(before), minWidth: 10 },
  { name: 'after', value: ({ after }) => after, text: ({ after }) => shown(after), minWidth: 10 },
  { name: 'changed_in', title: 'changed in', value: ({ changedIn }) => changedIn },
  { name: 'because', value: ({ because }) => because, isExtra: true },
  { name: 'workspace', value: ({ workspace }) => workspace, isExtra: true },
];

/** `syncline drift BEFORE AFTER`: the differences between two snapshots, or between two environments. */
export const drift = defineCommand({
  name: 'drift',
  group: 'operators',
  summary: 'show the differences between two snapshots, or between two environments',
  arguments: {
    before: { text: 'the folder of a snapshot, or an environment of the configuration' },
    after: { text: 'the folder or environment to compare with' },
  },
  options: {
    different: { text: 'the snapshots are of different environments, whose job and workspace ids differ anyway' },
    base: { value: 'folder', text: 'a snapshot that both sides come from, to show which side changed' },
    mapConnection: {
      value: 'before=after',
      text: 'connections that correspond to each other; repeatable',
      isPair: true,
    },
    mapJob: { value: 'before=after', text: 'jobs that correspond to each other; repeatable', isPair: true },
  },
  formats: rowFormats,
  examples: [
    'syncline drift jobs/production production',
    'syncline drift staging production --map-connection "Lake (staging)=Lake"',
  ],
  exitStatuses: {
    0: 'nothing differs',
    1: 'something differs',
    3: 'nothing differs in what could be read, but some definitions could not, or no jobs were found',
  },
  hasConfiguration: true,
  isRecordable: true,
  async run({ before, after, different, base, mapConnection, mapJob }, context) {
    const [left, right] = [await readSide('BEFORE', before, context), await readSide('AFTER', after, context)];
    const areDifferent = different === true || (left.isEnvironment && right.isEnvironment);
    const options: CompareOptions = {
      environments: areDifferent ? 'different' : 'same',
      names: mapJob,
      connections: mapConnection,
      base: base === undefined ? undefined : await readSnapshot(base),
    };
    return printDrift(left.snapshot, right.snapshot, options, context.output);
  },
});

/** A snapshot that was kept in a folder, or one of an environment, taken now. */
async function readSide(
  argument: string,
  name: string,
  context: ProgramContext,
): Promise<{ readonly snapshot: Snapshot; readonly isEnvironment: boolean }> {
  if ((await stat(name).catch(() => undefined))?.isDirectory() === true)
    return { snapshot: await readSnapshot(name), isEnvironment: false };
  const opening = context.openEnvironment({ odata: 'required', v2: 'required' }, name);
  const environment = await opening.catch((error: unknown) => {
    if (!isConfigError(error) || error.option !== '--environment') throw error;
    throw new ConfigError(
      argument,
      `must be the folder of a snapshot, or an environment of the configuration; ${JSON.stringify(name)} is neither`,
    );
  });
  try {
    return { snapshot: await snapshotOf({ ...context, environment }), isEnvironment: true };
  } finally {
    await environment.close();
  }
}

/**
 * Prints the differences between two snapshots. Jobs that could not be read on one side are neither added nor removed,
 * and make the exit status 3, as does a comparison of no job.
 */
export async function printDrift(
  before: Snapshot,
  after: Snapshot,
  options: CompareOptions,
  output: CommandOutput,
): Promise<ExitStatus> {
  const comparison = compareSnapshots(before, after, options);
  const rows = differencesOf(comparison);
  const { unchanged } = comparison;
  const empty = unchanged === 0 ? 'No jobs to compare.' : `No difference in ${counted(unchanged, 'job')}.`;
  await printRows(rows, { ...output, columns, empty });
  await output.report?.({
    annotations: annotationsOf(rows),
    summary: {
      title: 'Drift',
      sentence: rows.length === 0 ? empty : `${counted(rows.length, 'difference')}.`,
      ...summaryTable(rows, columns, output.view.now),
    },
  });
  if (rows.some(({ change }) => change !== 'unreadable')) return exitStatus.no;
  return rows.length > 0 || unchanged === 0 ? exitStatus.unknown : exitStatus.yes;
}

/** One annotation per job. */
function annotationsOf(rows: readonly Difference[]): readonly Annotation[] {
  const byJob = new Map<string, Difference[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.workspace, row.job, row.change]);
    byJob.set(key, [...(byJob.get(key) ?? []), row]);
  }
  return [...byJob.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const { change, job, because } = first;
    const message =
      change === 'changed'
        ? `${job} differs in ${all.map(({ field }) => field).join(', ')}.`
        : change === 'unreadable'
          ? `${job} could not be read: ${because}.`
          : `${job} was ${change}.`;
    return [{ level: 'error', title: `${job}: ${change}`, message }];
  });
}

function differencesOf({ added, removed, changed, unreadable }: SnapshotComparison): readonly Difference[] {
  return [
    ...changed.flatMap(({ before: { name: job, workspace }, fields }) =>
      fields.map((field) => ({ change: 'changed' as const, job, workspace, ...field })),
    ),
    ...removed.map(({ name: job, workspace, changedIn }) => ({
      change: 'removed' as const,
      job,
      workspace,
      changedIn,
    })),
    ...added.map(({ name: job, workspace, changedIn }) => ({ change: 'added' as const, job, workspace, changedIn })),
    ...unreadable.map(({ name: job, workspace, unreadableIn, because }) => ({
      change: 'unreadable' as const,
      job,
      workspace,
      because: `${because} (${unreadableIn})`,
    })),
  ];
}

function shown(value: unknown): string {
  return value === undefined ? '' : typeof value === 'string' ? value : toJson(value);
}
