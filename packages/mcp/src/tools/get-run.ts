import { Type } from '@sinclair/typebox';
import { findRun, input, notes, notesOf, record, recordOf, runRow, runSchema, text } from '../tool/rows.ts';
import { defineTool } from '../tool/tool.ts';

export const getRun = defineTool({
  name: 'get_run',
  description: 'One run by untrusted.run of list_runs, with details and the rules that gave its outcome.',
  inputSchema: input({ run: text }),
  outputSchema: recordOf({
    ...runSchema,
    because: Type.Array(record),
    notes,
  }),
  call: async (args, context) => {
    const run = await findRun(args.run, context);
    const details = (run.record as { readonly details?: unknown }).details;
    return {
      facts: (clean) => {
        const row = runRow(run, clean) as { readonly untrusted: object };
        return {
          ...row,
          ...notesOf(run.notes),
          because: run.because.slice(0, 10).map(({ field, rule }) => ({ field, rule })),
          untrusted: {
            ...row.untrusted,
            ...(run.error !== '' && { error: clean(run.error, 1_000) }),
            ...(typeof details === 'string' && details !== '' && { details: clean(details, 1_000) }),
          },
        };
      },
    };
  },
});
