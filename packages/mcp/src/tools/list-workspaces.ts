import { Type } from '@sinclair/typebox';
import { readCursor, writeCursor } from '../answer/answer.ts';
import { nameLimit, requireJob } from '../tool/jobs.ts';
import { input, listOf, optional, record, whole } from '../tool/rows.ts';
import { defineTool } from '../tool/tool.ts';

/** Maximum number of transformations that are shown for a workspace. */
const mostTransformations = 20;

export const listWorkspaces = defineTool({
  name: 'list_workspaces',
  description: 'Workspaces, with how many jobs each has and the ids of its transformations.',
  inputSchema: input({ cursor: optional }),
  outputSchema: listOf('workspaces', { jobs: whole, transformations: Type.Array(record) }),
  call: async (args, context) => {
    const [from = 0] = readCursor(args.cursor, args, 1) ?? [];
    const all = await context.workspaces();
    if (all.length === 0) await requireJob(undefined, context);
    const rest = all.slice(from);
    return {
      facts: () => ({}),
      list: {
        name: 'workspaces',
        count: rest.length,
        row: (index, clean) => {
          const { id = '', name = '', jobs = [], transformations = [] } = rest[index] ?? {};
          return {
            jobs: jobs.length,
            transformations: transformations.slice(0, mostTransformations).map((each) => ({
              untrusted: { id: clean(each.id ?? '', nameLimit), name: clean(each.name ?? '', 60) },
            })),
            untrusted: { id: clean(id, nameLimit), name: clean(name, nameLimit) },
          };
        },
        cursor: (count) => writeCursor([from + count], args),
      },
    };
  },
});
