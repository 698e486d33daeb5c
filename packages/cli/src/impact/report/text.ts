import { counted } from '@syncline/core/internal';
import { paint } from '../../terminal/style.ts';
import type { Output } from '../../terminal/output.ts';
import type { Findings, Impact } from '../find-impact.ts';

const COLOUR = { patch: 'dim', minor: 'yellow', major: 'red' } as const;
const MOST = 20;

/** Prints the findings as text: each use with the change and what to do, then what was not examined. */
export function printText(
  { impact, files, importing, notExamined }: Findings,
  changes: number,
  considered: number,
  output: Output,
): readonly string[] {
  const lines: string[] = [];
  for (const use of impact) {
    const label = use.topic === 'deprecated' ? 'deprecated' : use.bump;
    const why = use.why === null ? '' : ` (${use.why})`;
    lines.push(
      `${use.file}:${use.line}:${use.column} ${paint(label, COLOUR[use.bump], output)} ${use.message}${why}`,
      `    ${use.code}`,
    );
    const sides = sidesText(use);
    if (sides !== '') lines.push(`    ${paint(sides, 'dim', output)}`);
    if (use.action !== null) lines.push(`    ${paint(use.action, 'bold', output)}`);
  }
  const ignored = changes - considered;
  lines.push(
    `${counted(impact.length, 'use')} of what changed (${counted(changes, 'change')}${ignored > 0 ? `, of which ${ignored} of documentation` : ''}) in ${counted(files, 'file')}, of which ${importing} import @syncline.`,
  );
  if (notExamined.length > 0) {
    lines.push(
      paint(`Not examined, and possibly affected: ${counted(notExamined.length, 'place')}.`, 'yellow', output),
    );
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
