import { type Style, paint } from '../terminal/style.ts';
import type { Output } from '../terminal/output.ts';
import type { Check, Diagnosis } from './diagnose.ts';

export type Verdict = 'fine' | 'trouble' | 'unknown';

/** A diagnosis with code and an overlay for this service. */
export interface DoctorReport extends Diagnosis {
  readonly code: string | null;
  readonly overlay: string | null;
}

const width = 80;
const names = { odata: 'OData interface', v2: 'v2 interface' } as const;
const marks: Readonly<Record<Verdict, readonly [string, Style]>> = {
  fine: ['✓', 'green'],
  trouble: ['✗', 'red'],
  unknown: ['?', 'yellow'],
};

/** One problem makes the whole result a problem. Otherwise one unclear check makes the whole result unclear. */
export function verdictOf(reports: readonly Pick<Diagnosis, 'checks'>[]): Verdict {
  const verdicts = reports.flatMap(({ checks }) => checks.map(({ verdict }) => verdict));
  return verdicts.includes('trouble') ? 'trouble' : verdicts.includes('unknown') ? 'unknown' : 'fine';
}

/** Prints the reports for a terminal of 80 columns. Code and addresses are not wrapped. */
export function printReports(reports: readonly DoctorReport[], output: Output): void {
  const line = (text = ''): void => output.out(text);
  for (const report of reports) {
    line(`${paint(names[report.interface], 'bold', output)}  ${paint(report.baseUrl, 'dim', output)}`);
    line();
    for (const check of report.checks) printCheck(check, output);
    if (report.fit !== null) printFindings(report, output);
    line();
  }
  for (const { interface: name, code, overlay } of reports) {
    if (code !== null) {
      line(paint(`A client that fits the ${names[name]}`, 'bold', output));
      line();
      line(indent(code));
      line();
    }
    if (overlay !== null) {
      line(paint(`An overlay that fits the ${names[name]}`, 'bold', output));
      line(
        paint(
          wrap(`Save it as ${name}.overlay.yaml, and pass it to \`syncline generate --overlay\`.`, 0),
          'dim',
          output,
        ),
      );
      line();
      line(indent(overlay));
      line();
    }
  }
  line(summary(reports, output));
}

function printCheck({ subject, verdict, says, remedy, tried }: Check, output: Output): void {
  const [mark, colour] = marks[verdict];
  const head = `${subject.padEnd(18)} `;
  const [first = '', ...rest] = wrap(says, 4 + head.length).split('\n');
  output.out(`  ${paint(mark, colour, output)} ${head}${first}`);
  for (const next of rest) output.out(`${' '.repeat(4 + head.length)}${next}`);
  if (tried.length > 0) printBlock('Tried without success: ', tried.join(', '), output);
  if (remedy !== null) printBlock('→ ', remedy, output);
}

function printBlock(label: string, text: string, output: Output): void {
  const margin = 4 + (label === '→ ' ? 2 : 0);
  const [first = '', ...rest] = wrap(label === '→ ' ? text : `${label}${text}`, margin).split('\n');
  output.out(label === '→ ' ? `    ${paint('→', 'bold', output)} ${first}` : paint(`    ${first}`, 'dim', output));
  for (const next of rest)
    output.out(label === '→ ' ? `${' '.repeat(margin)}${next}` : paint(`    ${next}`, 'dim', output));
}

function printFindings({ findings }: DoctorReport, output: Output): void {
  output.out('');
  output.out(paint('  What the specification does not say (number of the open question)', 'dim', output));
  let last = '';
  for (const { operation, question, subject, answer } of findings) {
    if (operation !== last) output.out(`    ${operation}`);
    last = operation;
    const head = `      ${question ?? '    '}  ${subject.padEnd(28)} `;
    const [first = '', ...rest] = wrap(answer, head.length).split('\n');
    output.out(`${head}${first}`);
    for (const next of rest) output.out(`${' '.repeat(head.length)}${next}`);
  }
}

function summary(reports: readonly DoctorReport[], output: Output): string {
  const verdict = verdictOf(reports);
  const checks = reports.flatMap((report) => report.checks);
  const count = (which: Verdict): number => checks.filter((check) => check.verdict === which).length;
  const [mark, colour] = marks[verdict];
  const parts = [
    `${count('fine')} of ${checks.length} checks are fine`,
    ...(count('trouble') > 0 ? [`${count('trouble')} found a problem`] : []),
    ...(count('unknown') > 0 ? [`${count('unknown')} could not tell`] : []),
  ];
  return `${paint(mark, colour, output)} ${parts.join(', ')}.`;
}

const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');

/** Wraps a text at its spaces, for lines that begin at a column. */
function wrap(text: string, column: number): string {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ')) {
    if (current !== '' && column + current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current].join('\n');
}
