import { CHECKS, type CheckRow } from '../../../cli/test/diff/checks/rows.ts';
import { KEYWORDS, type Row } from '../../../cli/test/tables/keywords.ts';
import { code, table, writePage } from './page.ts';

const TITLES: Readonly<Record<keyof typeof CHECKS, string>> = {
  requests: 'Requests',
  responses: 'Responses',
  others: 'Paths, operations, security and webhooks',
};

/** Writes the table of the checks of oasdiff, with our rating of each, from the table of the tests. */
export function writeChecks(): void {
  const all = Object.values(CHECKS).flat();
  const differing = all.filter(({ reason }) => reason !== '');
  const lower = differing.filter(({ level }) => level !== 'INFO');
  writePage('reference/diff-checks.md', {
    title: 'Changes and their ratings',
    label: 'Ratings of changes',
    description: `How syncline diff rates each change that the ${all.length} checks of oasdiff find, and why where it rates one differently.`,
    keywords: ['oasdiff', 'breaking changes', 'semver', 'backward compatibility'],
    body: [
      `[oasdiff](https://github.com/oasdiff/oasdiff) documents ${all.length} checks. For each of them, the tests of \`syncline diff\` compare a pair of documents with this change. \`major\` breaks a call, a generated type or a value that a program reads; \`minor\` adds something; \`patch\` changes neither.`,
      `The two agree on ${all.length - differing.length} checks: \`major\` for \`ERR\` and \`WARN\`, anything lower for \`INFO\`. ${differing.length} differ, each with its reason. ${lower.length} of these are rated lower: rules about the publisher (the date of a removal and the level of stability), with which no call breaks, and what a response gains. The others are rated higher, mostly because code with generated types no longer compiles.`,
      'Enumerations are open in responses: a new value is no breaking change there. [Upgrading](/guides/upgrading/) explains how to find the lines of your program that a change breaks.',
      ...Object.entries(CHECKS).flatMap(([kind, rows]) => [
        `## ${TITLES[kind as keyof typeof CHECKS]}`,
        table(['Check of oasdiff', 'oasdiff', 'syncline diff', 'Why they differ'], rows.map(checkCells)),
      ]),
    ].join('\n\n'),
  });
}

/** The name of a check may break after each hyphen: the longest ones are wider than their column. */
const checkCells = ({ check, level, bump, reason }: CheckRow): readonly string[] => [
  `<code>${check.replaceAll('-', '-<wbr>')}</code>`,
  code(level),
  code(bump),
  reason,
];

/** Writes the table of the keywords of OpenAPI, with what `syncline generate` makes of each, from the table of the tests. */
export function writeKeywords(): void {
  const objects = new Map<string, (readonly string[])[]>();
  for (const [name, row] of Object.entries(KEYWORDS)) {
    const [object = '', keyword = ''] = name.split(' ');
    objects.set(object, [...(objects.get(object) ?? []), [code(keyword), supportOf(row)]]);
  }
  writePage('reference/openapi-keywords.md', {
    title: 'Keywords of OpenAPI',
    description: `What syncline generate makes of each of the ${Object.keys(KEYWORDS).length} keywords of OpenAPI 3.0 and 3.1.`,
    keywords: ['supported keywords', 'JSON Schema', 'openapi support', 'codegen'],
    body: [
      'Each keyword has a test: a request that a server receives, or code that compiles with TypeScript 5.4 to 7.0. [Regenerating for your server](/guides/regenerating/) explains the command.',
      table(
        ['What', 'Means'],
        [
          ['sent or read', 'A call writes or reads what the keyword says.'],
          ['types', 'The keyword is part of a type, which the compiler checks.'],
          ['both', 'A test sends it and compiles it.'],
          [
            'refused',
            'If it has a value that a call cannot write, the operation does not compile, and the command names it with the reason.',
          ],
          ['named', 'The files do not have it, and the command says so, with its place.'],
          ['no change', 'It is for people, or a limit that the service checks. The code is the same without it.'],
        ],
      ),
      ...[...objects].flatMap(([object, rows]) => [
        `## ${object}`,
        table(
          ['Keyword', 'What'],
          rows.map((cells) => [...cells]),
        ),
      ]),
    ].join('\n\n'),
  });
}

function supportOf(row: Row): string {
  if ('sends' in row) return 'sent or read';
  if ('types' in row) return 'types';
  if ('same' in row) return 'no change';
  if ('line' in row) return 'named';
  if (row.title.includes('refused')) return 'refused';
  return row.title.includes('changes only comments') ? 'no change' : 'both';
}
