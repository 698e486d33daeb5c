import type { Change, Report } from './change.ts';

/** The text of a changeset for a comparison: the bumps, then a sentence a change. */
export function printChangeset({ packages, changes }: Report): string {
  const bumps = Object.entries(packages)
    .map(([name, bump]) => `'${name}': ${bump}\n`)
    .join('');
  return `---\n${bumps}---\n\n${[...new Set(changes.map(sentence))].join('\n')}\n`;
}

function sentence({ message, calls, fields }: Change): string {
  const where = [...fields, ...calls].join(', ');
  return `- ${message}${where === '' ? '' : ` (${where})`}`;
}
