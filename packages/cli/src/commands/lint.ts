import { commonReason, unreadBecause } from '../formats/unread-definitions.ts';
import {
  type Finding,
  type Inventory,
  lintJobs,
  type LintReport,
  locateFindings,
  type SarifLog,
  takeSnapshot,
  toJUnit,
  toSarif,
} from '@syncline/jobs';
import { readSnapshot } from '@syncline/jobs/node';
import { cleanText, ConfigError, counted, isConfigError, wholePattern } from '@syncline/core/internal';
import { type Annotation, summaryTable } from '../formats/report-on-github.ts';
import { readJobs, requireInterface } from '@syncline/ops';
import type { Column } from '../formats/column.ts';
import { printRows, rowFormats } from '../formats/print-rows.ts';
import { toJson } from '../formats/to-json.ts';
import { type CommandContext, defineCommand, failOnOption, jobOption } from '../command/define-command.ts';
import { exitStatus } from '../command/exit-status.ts';
import { withNext } from '../terminal/urgency.ts';

const styles = { error: 'red', warn: 'yellow', info: 'dim' } as const;
const severities = ['info', 'warn', 'error'] as const;
const nouns = { info: 'info', warn: 'warning', error: 'error' } as const;

const columns: readonly Column<Finding>[] = [
  {
    name: 'severity',
    value: ({ severity }) => severity,
    style: ({ severity }) => styles[severity],
  },
  { name: 'job', value: ({ job }) => job.name, minWidth: 12 },
  { name: 'rule', value: ({ rule }) => rule, minWidth: 16, isMinor: true },
  { name: 'message', value: ({ message }) => message, minWidth: 16, isBroken: true },
  { name: 'fix', value: ({ fix }) => fix, minWidth: 16, isBroken: true, isExtra: true },
  { name: 'workspace', value: ({ job }) => job.workspace, isExtra: true },
  { name: 'field', value: ({ field }) => field, isExtra: true },
  { name: 'values', value: ({ values }) => values, isExtra: true },
];

/** `syncline lint`: checks the definitions of the jobs. */
export const lint = defineCommand({
  name: 'lint',
  group: 'operators',
  summary: 'check the definitions of all jobs for settings that make runs fail',
  options: {
    job: jobOption,
    failOn: failOnOption(severities),
    snapshot: { value: 'folder', text: 'the snapshot that SARIF refers to' },
  },
  formats: [...rowFormats, 'junit', 'sarif'],
  examples: ['syncline lint --fail-on warn', 'syncline lint --output sarif --snapshot jobs/production > lint.sarif'],
  exitStatuses: {
    0: 'there is no finding of this severity',
    1: 'there are findings',
    3: 'nothing was found, but some definitions could not be read, or no jobs were found',
  },
  environment: { odata: 'required', v2: 'optional' },
  async run(options, context) {
    const { environment, output } = context;
    const { failOn, snapshot } = options;
    if (output.format === 'sarif' && snapshot === undefined)
      throw new ConfigError(
        '--snapshot',
        'must name the folder of a snapshot for --output sarif, because SARIF refers to files',
      );
    const inventory = await readDefinitions(context, options.job);
    const only = wholePattern(options.job ?? '*');
    const entries = inventory.entries.filter(({ name }) => only(name));
    const report = lintJobs(inventory, { now: new Date(context.clock.date()), ...environment.lint, only });
    const findings = [...report.findings].sort(
      (left, right) => severities.indexOf(right.severity) - severities.indexOf(left.severity),
    );
    const isTable = output.format === 'table';
    // On a terminal, the worst finding is the last one, next to the prompt.
    await printRows(isTable && output.view.height !== undefined ? findings.toReversed() : findings, {
      ...output,
      columns,
      empty:
        entries.length === 0
          ? noJob(options.job)
          : report.counts.jobs === 0
            ? 'No job was checked.'
            : `No findings in ${counted(report.counts.jobs, 'job')}.`,
      reports: {
        junit: () => toJUnit(report, { failOn, passed: false }),
        sarif: async () => toJson(await sarifOf(report, snapshot ?? ''), 2),
      },
    });
    await output.report?.({
      annotations: annotationsOf(findings, snapshot === undefined ? new Map() : await placesOf(report, snapshot)),
      summary: {
        title: `Lint of ${environment.name}`,
        sentence: entries.length === 0 ? noJob(options.job) : sentenceOf(report),
        ...summaryTable(findings, columns, context.clock.date()),
      },
    });
    const { counts, unread } = report;
    if (unread.length > 0)
      output.note(
        `${counted(unread.length, 'job')} could not be read, so no rule was checked there. ${commonReason(entries)}`,
      );
    if (counts.notChecked > 0)
      output.note(
        `${counted(counts.notChecked, 'check')} ${counts.notChecked === 1 ? 'was' : 'were'} not made, because they need information that is missing. --output junit lists them.`,
      );
    if (isTable && findings.length > 0)
      for (const line of withNext(sentenceOf(report), 'lint --fields severity,job,rule,fix', output.view.width))
        output.note(line);
    const isFound = findings.some(({ severity }) => severities.indexOf(severity) >= severities.indexOf(failOn));
    if (isFound) return exitStatus.no;
    return unread.length > 0 || entries.length === 0 ? exitStatus.unknown : exitStatus.yes;
  },
});

/** A text instead of a pass if there is nothing to check. */
function noJob(job: string | undefined): string {
  if (job === undefined) return 'The workspaces that this user can see have no jobs, so nothing was checked.';
  return `No job has the name ${cleanText(job)}, so nothing was checked. Use * for any characters.`;
}

function sentenceOf({ findings, counts, unread }: LintReport): string {
  const found = severities.toReversed().flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [counted(count, nouns[severity])];
  });
  const lost = unread.length === 0 ? '' : ` ${counted(unread.length, 'job')} could not be read.`;
  if (counts.jobs === 0) return `No job was checked.${lost}`;
  return `${counted(counts.jobs, 'job')}: ${found.length === 0 ? 'no findings' : found.join(', ')}.${lost}`;
}

async function sarifOf(report: LintReport, folder: string): Promise<SarifLog> {
  return toSarif(report, { snapshot: await readSnapshot(folder), folder });
}

/** The files and lines of findings in a snapshot. There are none if the snapshot cannot be read. */
async function placesOf(report: LintReport, folder: string): Promise<ReturnType<typeof locateFindings>> {
  try {
    return locateFindings(report.findings, { snapshot: await readSnapshot(folder), folder });
  } catch (error) {
    if (!isConfigError(error)) throw error;
    return new Map();
  }
}

const levels = { error: 'error', warn: 'warning', info: 'notice' } as const;

function annotationsOf(findings: readonly Finding[], places: ReturnType<typeof locateFindings>): readonly Annotation[] {
  return findings.map((finding) => ({
    level: levels[finding.severity],
    title: `${finding.job.name}: ${finding.rule}`,
    message: `${finding.job.name}: ${finding.message}\n${finding.fix}`,
    ...places.get(finding),
  }));
}

/** Reads the definitions of all jobs. Without the v2 interface, which lists them, only of the named one. */
async function readDefinitions(
  { environment, output, signal }: CommandContext,
  job: string | undefined,
): Promise<Inventory> {
  const isOne = job !== undefined && !job.includes('*');
  const odata = requireInterface(environment, 'odata');
  // Only the v2 interface lists jobs.
  const jobs = environment.v2 === undefined && isOne ? { names: [job] } : { v2: requireInterface(environment, 'v2') };
  await environment.lookUpSecrets?.();
  const inventory = await readJobs(environment, {
    odata,
    ...jobs,
    signal,
    onProgress: ({ done, total }) => output.progress(`Reading jobs: ${done} of ${total} …`),
  });
  output.progress('');
  return inventory;
}

/** A snapshot of the environment's jobs, with a note on the reason if some could not be read. */
export async function snapshotOf(context: CommandContext) {
  const inventory = await readDefinitions(context, undefined);
  const reason = commonReason(inventory.entries);
  if (reason !== '') {
    const unread = inventory.entries.filter((entry) => unreadBecause(entry) !== undefined);
    context.output.note(`${counted(unread.length, 'job')} of ${context.environment.name} could not be read. ${reason}`);
  }
  return takeSnapshot(inventory);
}
