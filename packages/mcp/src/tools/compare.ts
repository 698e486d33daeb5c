import { Type } from '@sinclair/typebox';
import { compareSnapshots, jobFields, type SnapshotComparison, takeSnapshot } from '@syncline/jobs';
import { type Clean, readCursor, writeCursor } from '../answer/answer.ts';
import { findJob, nameLimit, readVisibleJobs } from '../tool/jobs.ts';
import { input, listOf, optional, text, whole } from '../tool/rows.ts';
import { defineTool, type ToolContext } from '../tool/tool.ts';

/** A difference, as a row of the answer. */
interface Difference {
  readonly change: 'added' | 'removed' | 'changed' | 'unreadable';
  readonly job: string;
  readonly workspace: string | undefined;
  readonly field?: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export const compare = defineTool({
  name: 'compare',
  description:
    'How job definitions differ between two environments of the configuration. added: only in after; removed: only in before; unreadable: not compared. Values of code, options and addresses are not shown. Reads each definition twice.',
  inputSchema: input({ before: text, after: text, job: optional, cursor: optional }),
  outputSchema: listOf(
    'differences',
    { change: text, field: Type.Optional(text) },
    { unchanged: whole, withheld: whole },
  ),
  call: async (args, context) => {
    const [from = 0] = readCursor(args.cursor, args, 1) ?? [];
    const snapshotOf = async (side: ToolContext) => {
      const job = args.job === undefined ? undefined : await findJob(args.job, side);
      return takeSnapshot(await readVisibleJobs(job, side));
    };
    const sides = [await context.open(args.before), await context.open(args.after)] as const;
    const [before, after] = [await snapshotOf(sides[0]), await snapshotOf(sides[1])];
    const comparison = compareSnapshots(before, after, { environments: 'different' });
    const { rows, withheld } = differencesOf(comparison);
    const rest = rows.slice(from);
    return {
      facts: () => ({ unchanged: comparison.unchanged, withheld }),
      list: {
        name: 'differences',
        count: rest.length,
        row: (index, clean) => toRow(rest[index] as Difference, clean),
        cursor: (count) => writeCursor([from + count], args),
      },
    };
  },
});

function differencesOf({ added, removed, changed, unreadable }: SnapshotComparison): {
  readonly rows: readonly Difference[];
  /** Fields that are not in the specification. Their names are text of the service */
  readonly withheld: number;
} {
  const fields = changed.flatMap(({ before: { name: job, workspace }, fields: all }) =>
    all.map(({ field, before, after }) => ({ change: 'changed' as const, job, workspace, field, before, after })),
  );
  const known = fields.filter(({ field }) => jobFields.shown.has(field) || jobFields.withheld.has(field));
  const workspaceOf =
    (change: Difference['change']) => (entry: { readonly name: string; readonly workspace?: string | undefined }) => ({
      change,
      job: entry.name,
      workspace: entry.workspace,
    });
  const others = [
    ...removed.map(workspaceOf('removed')),
    ...added.map(workspaceOf('added')),
    ...unreadable.map(workspaceOf('unreadable')),
  ];
  return { rows: [...known, ...others], withheld: fields.length - known.length };
}

function toRow({ change, job, workspace, field, before, after }: Difference, clean: Clean): object {
  const isShown = field !== undefined && jobFields.shown.has(field);
  return {
    change,
    ...(field !== undefined && { field }),
    untrusted: {
      job: clean(job, nameLimit),
      ...(workspace !== undefined && { workspace: clean(workspace, nameLimit) }),
      ...(isShown && { before: clean(valueText(before)), after: clean(valueText(after)) }),
    },
  };
}

function valueText(value: unknown): string {
  if (value === undefined) return '(not set)';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
