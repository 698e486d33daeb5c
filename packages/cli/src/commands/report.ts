import { replaceFile, writeStream } from '@syncline/core/files';
import { ConfigError, parseMoment } from '@syncline/core/internal';
import { readReport, renderPage } from '@syncline/ops';
import { defineCommand, failOnOption, fromOption, jobOption, sinceOption } from '../command/define-command.ts';
import { type ExitStatus, exitStatus } from '../command/exit-status.ts';
import { type Column, resultColumn } from '../formats/column.ts';
import { type OutputTarget, unwritable, writableTarget } from '../formats/output-target.ts';
import { printRows, rowFormats } from '../formats/print-rows.ts';

type ReportResult = Awaited<ReturnType<typeof readReport>>;
type ReportJob = ReportResult['attention'][number];
type Result = ReportJob['result'];

const columns: readonly Column<ReportJob>[] = [
  resultColumn,
  { name: 'job', value: ({ name }) => name, minWidth: 12 },
  {
    name: 'because',
    title: 'why',
    value: ({ because }) => because,
    text: ({ because }) => because.join('; '),
    minWidth: 14,
  },
  { name: 'last', title: 'last run', value: ({ last }) => last && new Date(last.start) },
];

/**
 * `syncline report --out report.html`: writes a report on all jobs, and prints those that need attention. The report is
 * one file that loads nothing else.
 */
export const report = defineCommand({
  name: 'report',
  group: 'operators',
  summary: 'write a report on all jobs: runs, failures, freshness, volume, lint findings, and changes',
  options: {
    out: { value: 'file', text: 'the report: one HTML file that loads nothing', isRequired: true },
    job: jobOption,
    since: sinceOption('7d'),
    from: fromOption,
    sinceReport: {
      value: 'file',
      text: 'an earlier report to compare with (default: the file that this report replaces)',
    },
    definitions: { isNegated: true, text: 'do not read job definitions: no lint findings, and no missed schedules' },
    failOn: failOnOption(['error', 'warn', 'never']),
  },
  formats: rowFormats,
  examples: [
    'syncline report --out report.html',
    'syncline report --out today.html --since 24h --since-report yesterday.html',
  ],
  exitStatuses: {
    0: 'no job needs attention, or --fail-on allows it',
    1: 'a job needs attention',
    3: 'something is unknown: a result, some records, or whether any job ran',
  },
  environment: { odata: 'optional', v2: 'optional' },
  async run(options, context) {
    const { output, clock } = context;
    const { out, job, from, definitions, sinceReport, failOn } = options;
    if (out === '') throw new ConfigError('--out', 'must name the file to write, such as report.html');
    const target = writableTarget(out);
    const result = await readReport(context, {
      job,
      since: parseMoment('--since', options.since, clock.date()),
      from,
      definitions,
      earlier: sinceReport === undefined ? undefined : { file: sinceReport, option: '--since-report' },
      // Reading a pipe would wait for another process.
      replaced: target.kind === 'stream' ? undefined : target.path,
    });
    await writeWhole(out, target, renderPage(result.report), context.signal);
    const empty = result.isIdle ? `${result.headline}.` : 'No job needs attention.';
    await printRows(result.attention, { ...output, columns, empty });
    const isSaid = result.isIdle && output.format === 'table';
    output.note(`${isSaid ? '' : `${result.headline}. `}The report is in ${out}.`);
    return statusOf(result, failOn);
  },
});

/** Replaces the file atomically, or writes to the pipe or device. */
async function writeWhole(out: string, { path, kind }: OutputTarget, text: string, signal: AbortSignal): Promise<void> {
  try {
    if (kind === 'stream') await writeStream(path, text, signal);
    else replaceFile(path, text);
  } catch (error) {
    throw unwritable(out, error);
  }
}

function statusOf({ report, isIdle, isComplete }: ReportResult, failOn: 'error' | 'warn' | 'never'): ExitStatus {
  if (failOn === 'never') return exitStatus.yes;
  const has = (wanted: Result): boolean => report.jobs.some(({ result }) => result === wanted);
  if (has('error') || (failOn === 'warn' && has('warn'))) return exitStatus.no;
  return !isComplete || isIdle || has('unknown') ? exitStatus.unknown : exitStatus.yes;
}
