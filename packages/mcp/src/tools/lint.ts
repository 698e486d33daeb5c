import { Type } from '@sinclair/typebox';
import { wholePattern } from '@syncline/core/internal';
import { type Finding, type JobEntry, jobFields, lintJobs, type Severity } from '@syncline/jobs';
import { readCursor, writeCursor } from '../answer/answer.ts';
import { findJob, nameLimit, readVisibleJobs, requireJob } from '../tool/jobs.ts';
import { input, listOf, oneOf, optional, record, text, whole } from '../tool/rows.ts';
import { defineTool } from '../tool/tool.ts';

const severities: readonly Severity[] = ['error', 'warn', 'info'];

export const lint = defineTool({
  name: 'lint',
  description:
    'Problems in job definitions, worst first. fixes says what to do, by rule. Reads each definition with a request: name a job if you can. not_checked and unread: a job without findings may still have problems.',
  inputSchema: input({
    job: optional,
    severity: Type.Optional(oneOf(severities)),
    cursor: optional,
  }),
  outputSchema: listOf(
    'findings',
    { rule: text, severity: text, field: text },
    { jobs: whole, not_checked: whole, unread: whole, fixes: record },
  ),
  call: async (args, context) => {
    const [from = 0] = readCursor(args.cursor, args, 1) ?? [];
    const job = args.job === undefined ? undefined : await findJob(args.job, context);
    const inventory = await readVisibleJobs(job, context);
    if (inventory.entries.length === 0) await requireJob(job, context);
    const only = wholePattern(job ?? '*');
    // Rules that compare jobs do not pass because the definitions of others were not read.
    const others = inventory.workspaces
      .flatMap(({ jobs = [] }) => jobs)
      .filter(({ name = '' }) => !only(name))
      .map(({ name = '', id }): JobEntry => ({ kind: 'listed', name, id, workspace: undefined, error: undefined }));
    const report = lintJobs(
      { ...inventory, entries: [...inventory.entries, ...others] },
      { now: new Date(context.now), ...context.environment.lint, only },
    );
    const found = report.findings
      .filter(({ severity }) => args.severity === undefined || severity === args.severity)
      .toSorted((left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity));
    const rest = found.slice(from);
    const { jobs, notChecked, unread } = report.counts;
    // The same fix for each finding of a rule would fill the answer.
    const fixes = Object.fromEntries(rest.slice(0, 50).map(({ rule, fix }) => [rule, fix]));
    return {
      facts: () => ({ jobs, not_checked: notChecked, unread, fixes }),
      list: {
        name: 'findings',
        count: rest.length,
        row: (index, clean) => {
          const { rule, severity, field, line, message, job: of } = rest[index] as Finding;
          return {
            rule,
            severity,
            field,
            ...(line !== undefined && { line }),
            untrusted: {
              job: clean(of.name, nameLimit),
              ...(of.workspace !== undefined && { workspace: clean(of.workspace, nameLimit) }),
              // A message may quote the field.
              ...(jobFields.shown.has(field) && { message: clean(message, 300) }),
            },
          };
        },
        cursor: (count) => writeCursor([from + count], args),
      },
    };
  },
});
