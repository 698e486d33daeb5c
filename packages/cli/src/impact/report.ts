import { createHash } from 'node:crypto';
import { counted } from '@syncline/core/internal';
import { createSarifLog, type SarifLog } from '@syncline/jobs';
import { toWorkflowCommands } from '../formats/report-on-github.ts';
import { paint, type View } from '../terminal/style.ts';
import type { Findings, Impact } from './find-impact.ts';

const COLOUR = { patch: 'dim', minor: 'yellow', major: 'red' } as const;
const MOST = 20;

/** Prints the findings as text: each use with the change and what to do, then what was not examined. */
export function printText(
  { impact, files, importing, notExamined }: Findings,
  changes: number,
  considered: number,
  view: Pick<View, 'colored'>,
): readonly string[] {
  const lines: string[] = [];
  for (const use of impact) {
    const label = use.topic === 'deprecated' ? 'deprecated' : use.bump;
    const why = use.why === null ? '' : ` (${use.why})`;
    lines.push(
      `${use.file}:${use.line}:${use.column} ${paint(label, COLOUR[use.bump], view)} ${use.message}${why}`,
      `    ${use.code}`,
    );
    const sides = sidesText(use);
    if (sides !== '') lines.push(`    ${paint(sides, 'dim', view)}`);
    if (use.action !== null) lines.push(`    ${paint(use.action, 'bold', view)}`);
  }
  const ignored = changes - considered;
  lines.push(
    `${counted(impact.length, 'use')} of what changed (${counted(changes, 'change')}${ignored > 0 ? `, of which ${ignored} of documentation` : ''}) in ${counted(files, 'file')}, of which ${importing} import @syncline.`,
  );
  if (notExamined.length > 0) {
    lines.push(paint(`Not examined, and possibly affected: ${counted(notExamined.length, 'place')}.`, 'yellow', view));
    for (const { file, line, reason } of notExamined.slice(0, MOST))
      lines.push(`    ${file}${line === null ? '' : `:${line}`} ${reason}`);
    if (notExamined.length > MOST)
      lines.push(`    and ${notExamined.length - MOST} more. --output json lists them all.`);
  }
  return lines;
}

/** `string → number`, or an empty text if the change has no old and new value. */
export function sidesText({ before, after }: Pick<Impact, 'before' | 'after'>): string {
  return before === null && after === null ? '' : `${before ?? 'none'} → ${after ?? 'removed'}`;
}

/** The message of a use on several lines: what changed, from what to what, and what to do. */
function messageOf(use: Impact): string {
  return [use.message, sidesText(use), use.action ?? ''].filter((part) => part !== '').join('\n');
}

const ANNOTATION = { major: 'error', minor: 'warning', patch: 'notice' } as const;

/** Prints the findings as GitHub workflow commands. GitHub shows them next to the lines of a pull request. */
export function printAnnotations({ impact, notExamined }: Findings, prefix: string): readonly string[] {
  const annotations = [
    ...impact.map((use) => {
      const title = use.topic === 'deprecated' ? 'syncline impact: deprecated' : `syncline impact: ${use.bump}`;
      const { line, column, endColumn } = use;
      return {
        level: ANNOTATION[use.bump],
        title,
        message: messageOf(use),
        file: prefix + use.file,
        line,
        column,
        endColumn,
      };
    }),
    ...notExamined.map(({ file, line, reason }) => ({
      level: 'warning' as const,
      title: 'syncline impact: not examined',
      message: reason,
      file: prefix + file,
      line: line ?? undefined,
    })),
  ];
  return toWorkflowCommands(annotations, 'The command lists them without --output github.');
}

const LEVEL = { major: 'error', minor: 'warning', patch: 'note' } as const;

/** Writes the findings as a SARIF 2.1.0 log for code scanning services. */
export function toSarif({ impact, notExamined }: Findings, prefix: string): SarifLog {
  const topics = [...new Set(impact.map(({ topic }) => topic))].sort();
  return createSarifLog({
    tool: { name: 'syncline impact', informationUri: 'https://github.com/syncline/syncline' },
    rules: topics.map((id) => ({ id, title: id.replaceAll('-', ' ') })),
    results: impact.map((use) => ({
      rule: use.topic,
      level: LEVEL[use.bump],
      message: messageOf(use),
      location: { file: prefix + use.file, line: use.line, column: use.column, endColumn: use.endColumn },
      fingerprints: { 'use/v1': fingerprintOf(use) },
    })),
    notifications: notExamined.map(({ file, line, reason }) => ({
      level: 'warning',
      message: `Not examined: ${reason}`,
      location: { file: prefix + file, line: line ?? undefined },
    })),
  });
}

/** Does not change when lines are added above the use. */
function fingerprintOf({ file, code, uses, message }: Impact): string {
  return createHash('sha256').update([file, code, uses, message].join('\n')).digest('hex').slice(0, 32);
}
