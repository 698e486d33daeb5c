import type { Findings } from '../find-impact.ts';
import { sidesText } from './text.ts';

const LEVEL = { major: 'error', minor: 'warning', patch: 'notice' } as const;

/** Prints the findings as GitHub workflow commands. GitHub shows them next to the lines of a pull request. */
export function printGithub({ impact, notExamined }: Findings, prefix: string): readonly string[] {
  return [
    ...impact.map((use) => {
      const { file, line, column, endColumn, bump, message } = use;
      const text = [message, sidesText(use), use.action ?? ''].filter((part) => part !== '').join('\n');
      const title = use.topic === 'deprecated' ? 'syncline impact: deprecated' : `syncline impact: ${bump}`;
      const place = `file=${property(prefix + file)},line=${line},col=${column},endColumn=${endColumn}`;
      return `::${LEVEL[bump]} ${place},title=${property(title)}::${data(text)}`;
    }),
    ...notExamined.map(({ file, line, reason }) => {
      const place = `file=${property(prefix + file)}${line === null ? '' : `,line=${line}`}`;
      return `::warning ${place},title=${property('syncline impact: not examined')}::${data(reason)}`;
    }),
  ];
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
