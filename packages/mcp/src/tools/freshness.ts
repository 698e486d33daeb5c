import { Type } from '@sinclair/typebox';
import { formatDuration } from '@syncline/core/internal';
import { type ClassifiedRun, type JobFreshness, readFreshness } from '@syncline/ops';
import { RefusalError, readCursor, writeCursor } from '../answer/answer.ts';
import { findJob, nameLimit, requireJob } from '../tool/jobs.ts';
import { input, listOf, notes, notesOf, oneOf, optional, optionalWhole, record, text } from '../tool/rows.ts';
import { type ToolContext, defineTool } from '../tool/tool.ts';

const gravity = ['error', 'unknown', 'warn', 'pass'] as const;

export const freshness = defineTool({
  name: 'freshness',
  description:
    'Whether data is fresh by the limits of the configuration, worst first. pass; warn, error: too old or a scheduled run is missing; unknown: not enough data. Age counts from the start of the last success.',
  inputSchema: input({
    job: optional,
    result: Type.Optional(Type.Array(oneOf(gravity))),
    cursor: optional,
  }),
  outputSchema: listOf(
    'jobs',
    { result: text, why: Type.Array(text), age_ms: optionalWhole },
    { counts: record, notes },
  ),
  call: async (args, context) => {
    const [from = 0] = readCursor(args.cursor, args, 1) ?? [];
    const { environment, command } = context;
    if (environment.freshness.length === 0)
      throw new RefusalError('The configuration of the server has no `freshness`, so there are no limits to judge by.');
    const wanted = args.result === undefined ? undefined : new Set<string>(args.result);
    const job = args.job === undefined ? undefined : await findJob(args.job, context);
    const entries = await visibleEntries(context);
    const { jobs: judged, notes: said } = await readFreshness(command, { job, entries, read: context.readRuns });
    if (judged.length === 0) await requireJob(job, context);
    const all = judged
      .filter(({ result }) => wanted === undefined || wanted.has(result))
      .toSorted((left, right) => gravity.indexOf(left.result) - gravity.indexOf(right.result));
    const rest = all.slice(from);
    const counts: Record<string, number> = {};
    for (const { result } of judged) counts[result] = (counts[result] ?? 0) + 1;
    return {
      // An empty answer would look like good news.
      facts: () => ({ counts, ...notesOf(judged.length === 0 ? [...said, noJob] : said) }),
      list: {
        name: 'jobs',
        count: rest.length,
        row: (index, clean) => {
          const row = rest[index] as JobFreshness<ClassifiedRun>;
          return {
            result: row.result,
            why: reasonsOf(row),
            ...(row.ageMs !== undefined && { age_ms: row.ageMs }),
            untrusted: { job: clean(row.job, nameLimit) },
          };
        },
        cursor: (count) => writeCursor([from + count], args),
      },
    };
  },
});

const noJob = 'No job was judged: none is known here that has a limit in `freshness`.';

/** In our words, because the reasons of the result may quote a cron expression of the service. */
function reasonsOf({ result, missed, ageMs, limits }: JobFreshness<ClassifiedRun>): readonly string[] {
  if (result === 'pass') return [];
  const older = (name: 'error' | 'warn') => {
    const limit = limits[name];
    return ageMs !== undefined && limit !== undefined && ageMs > limit
      ? [`older than ${name}After ${formatDuration(limit)}`]
      : [];
  };
  const [tooOld] = [...older('error'), ...older('warn')];
  const reasons = [
    ...(missed.length > 0 ? [`${missed.length} scheduled runs missing`] : []),
    ...(tooOld === undefined ? [] : [tooOld]),
    ...(ageMs === undefined ? ['no success known'] : []),
  ];
  return reasons.length === 0 ? ['the schedule cannot be read'] : reasons;
}

/**
 * An entry that names a job without `*` is judged even if nothing is known about the job. This must not reveal a hidden
 * job.
 */
async function visibleEntries(context: ToolContext) {
  const isVisible = await context.isVisible();
  return context.environment.freshness.filter(({ jobs }) => jobs.includes('*') || isVisible(jobs));
}
