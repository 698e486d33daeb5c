// Why: the error codes are listed in the client's documentation and in a guide of the site, and copies would become
// outdated. `packages/core/errors.json` is the only source; this writes it into those pages, between a pair of markers. `npm run generate` runs it; `node scripts/error-table.ts --check` only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { isCheck } from './arguments.ts';
import { ProjectError } from './project-error.ts';

/** One row of `packages/core/errors.json`. Texts are Markdown. */
export interface ErrorCode {
  readonly code: string;
  /** The class of the errors with the code. */
  readonly class: string;
  /** The package that defines the class. */
  readonly package: string;
  /** The function that recognizes the error across copies of a package; null if there is none. */
  readonly guard: string | null;
  /** What happened, in one sentence. */
  readonly meaning: string;
  /** Properties with more information. */
  readonly details: string;
  /** Whether a request was sent. */
  readonly sent: string;
  /** What Syncline retries before it throws the error. */
  readonly retried: string;
  /** What the reader can do. */
  readonly remedy: string;
  /**
   * Which calls of the clients can throw it: all of them, those with query options, those with a filter or an order,
   * those that get an access token, or none.
   */
  readonly calls: 'all' | 'query options' | 'filter or order' | 'token' | 'none';
}

const root = new URL('../', import.meta.url);
/** The lines before and after a table in a page. */
export interface Markers {
  readonly start: string;
  readonly end: string;
}

const markers: Markers = { start: '<!-- error codes: start (npm run generate) -->', end: '<!-- error codes: end -->' };

export const errorCodes = JSON.parse(readFileSync(new URL('packages/core/errors.json', root), 'utf8')) as ErrorCode[];

/** The errors that a call can throw, without those of the commands. */
const ofCalls = errorCodes.filter(
  ({ package: name }) => !['@syncline/cli', '@syncline/ops', '@syncline/mcp'].includes(name),
);

const summary = (codeOf: (code: string) => string): string =>
  table(
    ['Code', 'What happened', 'What to do'],
    ofCalls.map(({ code, meaning, remedy }) => [codeOf(`\`${code}\``), meaning, remedy]),
  );

const complete = table(
  ['Code', 'Class and guard', 'Package', 'What happened', 'Request sent?', 'Retried?', 'What to do'],
  errorCodes.map((row) => [
    `\`${row.code}\``,
    row.guard === null ? `\`${row.class}\`` : `\`${row.class}\`, \`${row.guard}\``,
    `\`${row.package}\``,
    `${row.meaning} ${row.details}`,
    row.sent,
    row.retried,
    row.remedy,
  ]),
);

/** The pages with the table. The site's reference page is generated from the client's page. */
const pages: Readonly<Record<string, string>> = {
  'packages/client/docs/errors.md': complete,
  'packages/docs/src/content/docs/guides/errors.md': summary(
    (code) => `[${code}](/errors/${code.replaceAll('`', '')}/)`,
  ),
};

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/**
 * Puts a table between the markers of a page.
 *
 * @throws {ProjectError} when the page does not have each marker exactly once, in order
 */
export function replaceBetweenMarkers(page: string, text: string, content: string, { start, end } = markers): string {
  const [before, rest, ...more] = text.split(start);
  const [, after, ...others] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined || more.length + others.length > 0)
    throw new ProjectError(
      `${page} must have the line "${start}" once, and "${end}" once below it. Restore both lines.`,
    );
  return `${before}${start}\n\n${content}\n\n${end}${after}`;
}

/** Writes the table into every page, or with `check` only compares; returns the pages that differ. */
export function updateErrorTables({ check }: { readonly check: boolean }): readonly string[] {
  return Object.entries(pages).flatMap(([page, content]) => {
    const file = new URL(page, root);
    const text = readFileSync(file, 'utf8');
    const updated = replaceBetweenMarkers(page, text, content);
    if (updated === text) return [];
    if (!check) writeFileSync(file, updated);
    return [page];
  });
}

/**
 * Updates or compares the pages, and prints the result. Sets the exit status to 1 when a comparison finds a difference.
 */
export function runErrorTables({ check }: { readonly check: boolean }): void {
  const changed = updateErrorTables({ check });
  for (const page of changed) console.log(`changed ${page}`);
  console.log(`${Object.keys(pages).length} tables of error codes, ${changed.length} ${check ? 'differ' : 'written'}`);
  if (!check || changed.length === 0) return;
  console.error('These pages do not match packages/core/errors.json. Fix them with: npm run generate');
  process.exitCode = 1;
}

if (import.meta.main) runErrorTables({ check: isCheck('node scripts/error-table.ts') });
