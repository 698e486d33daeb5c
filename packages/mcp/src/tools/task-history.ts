import type { TaskHistoryRecord } from '@syncline/client';
import { requireInterface } from '@syncline/ops';
import type { Classify } from '@syncline/runs';
import { readCursor, writeCursor } from '../answer/answer.ts';
import { nameLimit } from '../tool/jobs.ts';
import { input, listOf, optional, optionalWhole, text, toTime } from '../tool/rows.ts';
import { defineTool } from '../tool/tool.ts';

export const taskHistory = defineTool({
  name: 'task_history',
  description:
    'Runs of one transformation task, newest first. Transformation ids are in list_workspaces; the service does not list task ids, so ask the user. The query of a task is never shown.',
  inputSchema: input({ transformation: text, task: text, cursor: optional }),
  outputSchema: listOf('runs', {
    outcome: text,
    started: optional,
    rows: optionalWhole,
  }),
  call: async (args, context) => {
    const [from = 0] = readCursor(args.cursor, args, 1) ?? [];
    const v2 = requireInterface(context.environment, 'v2');
    const classify = requireInterface(context.environment, 'classify') as Classify<object>;
    const all = [
      ...(await v2.transformations.taskHistory(args.transformation, args.task, { signal: context.signal })),
    ].sort((left, right) => startOf(right) - startOf(left));
    const rest = all.slice(from);
    return {
      facts: () => ({}),
      list: {
        name: 'runs',
        count: rest.length,
        row: (index, clean) => {
          const record = rest[index] as TaskHistoryRecord;
          const { affected_rows: rows, status = '', error = '', details = '', table = '', runtime = '' } = record;
          const { job_history_id: run = '' } = record;
          const start = startOf(record);
          return {
            outcome: classify(record).outcome,
            ...(start > 0 && { started: toTime(start) }),
            ...(typeof rows === 'number' && Number.isSafeInteger(rows) && { rows }),
            untrusted: {
              run: clean(toText(run), nameLimit),
              table: clean(toText(table), 120),
              status: clean(toText(status), 80),
              runtime: clean(toText(runtime), 40),
              ...(toText(error) !== '' && { error: clean(toText(error), 300) }),
              ...(toText(details) !== '' && { details: clean(toText(details), 200) }),
            },
          };
        },
        cursor: (count) => writeCursor([from + count], args),
      },
    };
  },
});

function startOf({ run_start_at: start }: TaskHistoryRecord): number {
  const moment = typeof start === 'string' ? Date.parse(start) : Number.NaN;
  return Number.isNaN(moment) ? 0 : moment;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
