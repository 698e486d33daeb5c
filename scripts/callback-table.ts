// Why: the guide to callbacks says what happens when a function of the caller hangs, throws, rejects or returns a wrong
// value. The tests check exactly that, cell by cell, from packages/core/callbacks.json (clients),
// packages/runs/callbacks.json and packages/ops/callbacks.json; this writes the same tables into the guide. `npm run
// generate` runs it; `node scripts/callback-table.ts --check` only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { isCheck } from './arguments.ts';
import { replaceBetweenMarkers, table } from './error-table.ts';

const behaviours = ['hangs', 'throws', 'rejects', 'lies'] as const;
/** The columns of the table. */
const headings = ['It hangs', 'It throws', 'It rejects', 'It returns a wrong value'];

/**
 * What happens to a call: it returns its `value`, fails with the value that the function has `thrown`, or fails with
 * the code of an error whose message contains a name.
 */
interface Cell {
  readonly outcome: string;
  readonly names?: string;
  /** What exactly the function does, or what happens then. */
  readonly how?: string;
}

/** One row of a table. */
export type CallbackRow = { readonly callback: string; readonly option: string } & Readonly<
  Record<(typeof behaviours)[number], Cell>
>;

const root = new URL('../', import.meta.url);
const page = 'packages/docs/src/content/docs/guides/callbacks.md';
/** The tables, by the word that their markers begin with. */
const files = {
  callbacks: 'packages/core/callbacks.json',
  'callbacks of runs': 'packages/runs/callbacks.json',
  'callbacks of ops': 'packages/ops/callbacks.json',
};

const rowsOf = (file: string): CallbackRow[] => JSON.parse(readFileSync(new URL(file, root), 'utf8')) as CallbackRow[];

/** The rows of the clients' table. */
export const callbackRows = rowsOf(files.callbacks);
/** The rows of the table of runs. */
export const runCallbackRows = rowsOf(files['callbacks of runs']);
/** The rows of the table of operations. */
export const opsCallbackRows = rowsOf(files['callbacks of ops']);

function cellText({ outcome, how }: Cell): string {
  const texts: Readonly<Record<string, string>> = { value: 'the call succeeds', thrown: 'what it threw' };
  const text = texts[outcome] ?? `\`${outcome}\``;
  return how === undefined ? text : `${text} (${how})`;
}

/** Writes the tables into the guide, or with `check` only compares; returns whether the guide differs. */
export function updateCallbackTable({ check }: { readonly check: boolean }): boolean {
  const file = new URL(page, root);
  const text = readFileSync(file, 'utf8');
  let updated = text;
  for (const [name, path] of Object.entries(files)) {
    const content = table(
      ['Function', 'Option', ...headings],
      rowsOf(path).map((row) => [row.callback, row.option, ...behaviours.map((behaviour) => cellText(row[behaviour]))]),
    );
    const markers = { start: `<!-- ${name}: start (npm run generate) -->`, end: `<!-- ${name}: end -->` };
    updated = replaceBetweenMarkers(page, updated, content, markers);
  }
  if (updated !== text && !check) writeFileSync(file, updated);
  return updated !== text;
}

/** Updates or compares the guide, and prints the result. Sets the exit status to 1 when it differs. */
export function runCallbackTable({ check }: { readonly check: boolean }): void {
  const differs = updateCallbackTable({ check });
  console.log(
    `${Object.keys(files).length} tables of callbacks, ${differs ? 'the guide' : 'nothing'} ${check ? 'differs' : 'written'}`,
  );
  if (!check || !differs) return;
  console.error(`${page} does not match ${Object.values(files).join(' and ')}. Fix it with: npm run generate`);
  process.exitCode = 1;
}

if (import.meta.main) runCallbackTable({ check: isCheck('node scripts/callback-table.ts') });
