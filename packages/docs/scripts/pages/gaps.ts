import { badges, type Decision } from './decisions.ts';
import { interfaces, list, operationsOf, type Documents } from './documents.ts';
import { code, kebab, prose, table, writePage } from './page.ts';

/** Where the table of everything that the vendor does not document is. */
export const gapsAddress = '/reference/not-documented/';

/** Something that the vendor does not document, and how to work with it. */
export interface Gap {
  readonly decision: Decision;
  /** What the reader can set. */
  readonly option: string;
  /** What the sandbox does. */
  readonly sandbox: string;
  /** How `syncline doctor` finds out. */
  readonly doctor: string;
}

/** The gaps with these numbers, from the section "In practice" of their decisions. */
export function gapsOf(numbers: Iterable<string>, decisions: ReadonlyMap<string, Decision>): readonly Gap[] {
  return [...numbers].map((number) => {
    const decision = decisions.get(number);
    if (decision === undefined)
      throw new Error(
        `Open question ${number} has no record.\nFix it by writing packages/docs/decisions/${number}-….md`,
      );
    const [, practice = ''] = /^## In practice\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(decision.text) ?? [];
    const line = (label: string) => {
      const [, text] = new RegExp(`^- ${label}: (.+)$`, 'm').exec(practice) ?? [];
      if (text === undefined)
        throw new Error(
          `packages/docs/decisions/${number}-….md: the section "In practice" has no line "- ${label}: …".\nFix it by adding one.`,
        );
      return text;
    };
    return { decision, option: line('Your option'), sandbox: line('Sandbox'), doctor: line('`syncline doctor`') };
  });
}

/** The gaps of one operation: each with its option, the sandbox and the doctor. */
export function gapList(gaps: readonly Gap[]): string {
  if (gaps.length === 0) return 'The vendor documents everything that this operation needs.';
  return [gapTable(gaps), `[Everything that the vendor does not document](${gapsAddress}) is in one table.`].join(
    '\n\n',
  );
}

function gapTable(gaps: readonly Gap[]): string {
  return table(
    ['Gap', 'Your option', 'The sandbox', '`syncline doctor`'],
    gaps.map(({ decision, option, sandbox, doctor }) => [
      `[${decision.title}](${decision.address})`,
      prose(option),
      prose(sandbox),
      prose(doctor),
    ]),
  );
}

/** Writes the table of everything that the vendor does not document. */
export function writeGaps(documents: Documents, decisions: ReadonlyMap<string, Decision>): void {
  const numbers = [...decisions.keys()].filter((number) => Number(number) < 20);
  const operations = interfaces.flatMap((name) => operationsOf(name, documents[name]));
  const perOperation = operations.map(({ interface: name, operation }) => [
    `[${prose(operation.summary)}](/reference/${name}/${kebab(operation.operationId)}/)`,
    code(operation.operationId),
    badges(list(operation['x-open-question']), decisions),
  ]);
  writePage('reference/not-documented.mdx', {
    title: 'What the vendor does not document',
    description: `The vendor's specification leaves ${numbers.length} questions open. Syncline does not guess: for each question there is an option, and the sandbox implements one possible answer.`,
    tableOfContents: false,
    body: [
      '`syncline doctor` sends GET requests to your server and prints what it finds out. See [Troubleshooting a connection](/guides/doctor/).',
      '<div class="wide-table">',
      gapTable(gapsOf(numbers, decisions)),
      '</div>',
      '## By operation',
      table(['Operation', 'operationId', 'Open questions'], perOperation),
    ].join('\n\n'),
  });
}
