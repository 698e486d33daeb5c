import { wrapFrom } from '../terminal/output.ts';
import { paint, type Style, type View } from '../terminal/style.ts';
import type { Check, Diagnosis } from './diagnose.ts';

export type Verdict = 'fine' | 'trouble' | 'unknown';

/** Where the reports are printed. */
interface ReportOutput {
  readonly write: (text: string) => void;
  readonly view: Pick<View, 'colored'>;
}

/** A diagnosis with code and an overlay for this service. */
export interface DoctorReport extends Diagnosis {
  readonly code: string | null;
  readonly overlay: string | null;
}

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
export function printReports(reports: readonly DoctorReport[], output: ReportOutput): void {
  const line = (text = ''): void => output.write(text);
  for (const report of reports) {
    line(`${paint(names[report.interface], 'bold', output.view)}  ${paint(report.baseUrl, 'dim', output.view)}`);
    line();
    for (const check of report.checks) printCheck(check, output);
    if (report.fit !== null) printFindings(report, output);
    line();
  }
  for (const { interface: name, code, overlay } of reports) {
    if (code !== null) {
      line(paint(`A client that fits the ${names[name]}`, 'bold', output.view));
      line();
      line(indent(code));
      line();
    }
    if (overlay !== null) {
      line(paint(`An overlay that fits the ${names[name]}`, 'bold', output.view));
      line(
        paint(`Save it as ${name}.overlay.yaml, and pass it to \`syncline generate --overlay\`.`, 'dim', output.view),
      );
      line();
      line(indent(overlay));
      line();
    }
  }
  line(summary(reports, output));
}

function printCheck({ subject, verdict, says, remedy, tried }: Check, output: ReportOutput): void {
  const [mark, colour] = marks[verdict];
  const head = `${subject.padEnd(18)} `;
  const [first = '', ...rest] = wrapFrom(4 + head.length, says);
  output.write(`  ${paint(mark, colour, output.view)} ${head}${first}`);
  for (const next of rest) output.write(`${' '.repeat(4 + head.length)}${next}`);
  if (tried.length > 0) printBlock('Tried without success: ', tried.join(', '), output);
  if (remedy !== null) printBlock('→ ', remedy, output);
}

function printBlock(label: string, text: string, output: ReportOutput): void {
  const isRemedy = label === '→ ';
  const margin = ' '.repeat(isRemedy ? 6 : 4);
  for (const [at, line] of wrapFrom(margin.length, isRemedy ? text : `${label}${text}`).entries())
    if (!isRemedy) output.write(paint(`${margin}${line}`, 'dim', output.view));
    else output.write(at === 0 ? `    ${paint('→', 'bold', output.view)} ${line}` : `${margin}${line}`);
}

function printFindings({ findings }: DoctorReport, output: ReportOutput): void {
  output.write('');
  output.write(paint('  What the specification does not say (number of the open question)', 'dim', output.view));
  let last = '';
  for (const { operation, question, subject, answer } of findings) {
    if (operation !== last) output.write(`    ${operation}`);
    last = operation;
    const head = `      ${question ?? '    '}  ${subject.padEnd(28)} `;
    const [first = '', ...rest] = wrapFrom(head.length, answer);
    output.write(`${head}${first}`);
    for (const next of rest) output.write(`${' '.repeat(head.length)}${next}`);
  }
}

function summary(reports: readonly DoctorReport[], output: ReportOutput): string {
  const verdict = verdictOf(reports);
  const checks = reports.flatMap((report) => report.checks);
  const count = (which: Verdict): number => checks.filter((check) => check.verdict === which).length;
  const [mark, colour] = marks[verdict];
  const parts = [
    `${count('fine')} of ${checks.length} checks are fine`,
    ...(count('trouble') > 0 ? [`${count('trouble')} found a problem`] : []),
    ...(count('unknown') > 0 ? [`${count('unknown')} could not tell`] : []),
  ];
  return `${paint(mark, colour, output.view)} ${parts.join(', ')}.`;
}

const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');
