import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { root, table, writePage } from './page.ts';

/** One decision record: its number, title and address on the site. */
export interface Decision {
  readonly number: string;
  readonly title: string;
  readonly address: string;
  /** The record as it is written. */
  readonly text: string;
}

/** The first number of each group of records, its title, and what its records are about. */
const groups = [
  [
    '0001',
    'What the vendor does not document',
    'For each gap: the option that you set, and what happens if you do not set it.',
  ],
  ['0020', 'Filters and tokens', 'Optional spellings in the grammar, and standards that are implemented by hand.'],
  ['0030', 'The sandbox', 'How the sandbox stores its data, and how it reads what clients send.'],
  ['0040', 'The client', 'The transport, the size and the calls of the client.'],
  ['0050', 'Tools and the request engine', 'Where the code is, and what your functions may do.'],
] as const;

const folder = new URL('packages/docs/decisions/', root);

/** Writes a page for each `packages/docs/decisions/NNNN-title.md`, and returns the decisions by number. */
export function writeDecisions(): ReadonlyMap<string, Decision> {
  const files = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^\d{4}-.*\.md$/.test(name))
        .sort()
    : [];
  const decisions = files.map((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const number = file.slice(0, 4);
    const heading = /^#\s+(.+)$/m.exec(text);
    if (heading?.[1] === undefined)
      throw new Error(`packages/docs/decisions/${file}: no "# Title" line.\nFix it by adding one.`);
    const title = heading[1].replace(/^(?:Decision\s+)?\d{4}\s*[.:·–—-]?\s*/, '');
    const slug = file.slice(0, -3).toLowerCase();
    const body = text
      .slice(heading.index + heading[0].length)
      .replace(/\]\((?:\.\/)?(\d{4}-[^)#]+)\.md/g, '](/decisions/$1/');
    writePage(`decisions/${slug}.md`, {
      title,
      label: `${number} ${title}`,
      description: `Decision record ${number}`,
      order: Number(number),
      body,
    });
    return { number, title, address: `/decisions/${slug}/`, text };
  });
  writePage('decisions/index.md', {
    title: 'Decisions',
    label: 'Overview',
    order: 0,
    description: 'What was decided where the specification is silent or several solutions were possible, and why.',
    body: groups
      .map(([first, title, about]) => {
        const until = groups.map(([number]) => number).find((number) => number > first) ?? '9999';
        const own = decisions.filter(({ number }) => number >= first && number < until);
        const rows = own.map(({ number, title, address }) => [number, `[${title}](${address})`]);
        return [`## ${title}`, about, table(['Record', 'Decision'], rows)].join('\n\n');
      })
      .join('\n\n'),
  });
  return new Map(decisions.map((decision) => [decision.number, decision]));
}

/** Badges of the open questions, linked to the records that say what was chosen. */
export function badges(numbers: readonly string[], decisions: ReadonlyMap<string, Decision>): string {
  return numbers
    .map((number) => {
      const decision = decisions.get(number);
      if (decision === undefined)
        throw new Error(
          `Open question ${number} has no record.\nFix it by writing packages/docs/decisions/${number}-….md`,
        );
      return `<a class="open-question" href="${decision.address}">${number} ${decision.title}</a>`;
    })
    .join(' ');
}
