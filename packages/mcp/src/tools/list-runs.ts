import { Type } from '@sinclair/typebox';
import { outcomes } from '@syncline/runs';
import type { ClassifiedRun } from '@syncline/ops';
import { RefusalError, readCursor, writeCursor } from '../answer/answer.ts';
import { findJob, requireJob } from '../tool/jobs.ts';
import { input, listOf, notes, notesOf, oneOf, optional, readMoment, record, runRow, runSchema } from '../tool/rows.ts';
import { defineTool } from '../tool/tool.ts';

export const listRuns = defineTool({
  name: 'list_runs',
  description:
    'Runs, newest first (default: the last 24h), with counts by outcome of all matching runs. For "what failed?" set outcome to failed and partial.',
  inputSchema: input({
    job: optional,
    outcome: Type.Optional(Type.Array(oneOf(outcomes))),
    since: optional,
    until: optional,
    cursor: optional,
  }),
  outputSchema: listOf('runs', runSchema, { counts: record, notes }),
  call: async (args, context) => {
    // A cursor keeps the text of the first call, so that later runs do not move the pages.
    const [sinceAt, untilAt, last, shown] = readCursor(args.cursor, args, 4) ?? [];
    const since = sinceAt ?? readMoment('since', args.since ?? '24h', context.now);
    const until =
      untilAt ?? (args.until === undefined ? context.now + 1 : readMoment('until', args.until, context.now));
    const job = args.job === undefined ? undefined : await findJob(args.job, context);
    // An empty answer would look like good news.
    if (args.until !== undefined && until <= since)
      throw new RefusalError('until must be later than since. Both count back from now: since 48h, until 24h.');
    const wanted = args.outcome === undefined ? undefined : new Set(args.outcome);
    let said: readonly string[] = [];
    const runs = await context.readRuns({ job, since, until, onRead: (facts) => void (said = facts.notes) });
    if (runs.length === 0) await requireJob(job, context);
    const all = runs.filter(({ outcome }) => wanted === undefined || wanted.has(outcome)).toSorted(newestFirst);
    const before = all.filter(({ start }) => last === undefined || start <= last);
    const rest = before.slice(shown ?? 0);
    return {
      facts: () => ({ counts: countsOf(all), ...notesOf(said) }),
      list: {
        name: 'runs',
        count: rest.length,
        row: (index, clean) => runRow(rest[index] as ClassifiedRun, clean),
        cursor: (count) => {
          const at = rest[count - 1]?.start ?? 0;
          const atOnce = all.slice(0, all.length - rest.length + count).filter(({ start }) => start === at).length;
          return writeCursor([since, until, at, atOnce], args);
        },
      },
    };
  },
});

function newestFirst(left: ClassifiedRun, right: ClassifiedRun): number {
  return right.start - left.start || (left.key < right.key ? -1 : 1);
}

function countsOf(runs: readonly ClassifiedRun[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { outcome } of runs) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
