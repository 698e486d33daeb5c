import { wholePattern } from '@syncline/core/internal';
import { Type } from '@sinclair/typebox';
import { readCursor, writeCursor } from '../answer/answer.ts';
import { findJob, nameLimit, requireJob } from '../tool/jobs.ts';
import { input, listOf, optional } from '../tool/rows.ts';
import { defineTool } from '../tool/tool.ts';

export const listJobs = defineTool({
  name: 'list_jobs',
  description:
    'Jobs with their workspace and current error. Use it to find the exact name of a job. Returns nothing about runs.',
  inputSchema: input({ job: optional, workspace: optional, cursor: optional }),
  outputSchema: listOf('jobs', { has_error: Type.Boolean() }),
  call: async (args, context) => {
    const [from = 0] = readCursor(args.cursor, args, 1) ?? [];
    const fitsJob = wholePattern(await findJob(args.job ?? '*', context));
    const fitsWorkspace = wholePattern(args.workspace ?? '*');
    const all = (await context.workspaces()).flatMap(({ name: workspace = '', jobs = [] }) =>
      fitsWorkspace(workspace)
        ? jobs.filter(({ name = '' }) => fitsJob(name)).map((job) => ({ workspace, ...job }))
        : [],
    );
    if (all.length === 0) await requireJob(undefined, context);
    const rest = all.slice(from);
    return {
      facts: () => ({}),
      list: {
        name: 'jobs',
        count: rest.length,
        row: (index, clean) => {
          const { workspace = '', id = '', name = '', error = '' } = rest[index] ?? {};
          return {
            has_error: error !== '',
            untrusted: {
              job: clean(name, nameLimit),
              id: clean(id, nameLimit),
              workspace: clean(workspace, nameLimit),
              ...(error !== '' && { error: clean(error, 300) }),
            },
          };
        },
        cursor: (count) => writeCursor([from + count], args),
      },
    };
  },
});
