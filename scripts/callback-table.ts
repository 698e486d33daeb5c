// Why: the guide to callbacks says what happens when a function of the caller hangs, throws, rejects or lies. The tests
// check exactly that, cell by cell, from packages/core/callbacks.json; this writes the same table into the guide.
// `npm run generate` runs it; `node scripts/callback-table.ts --check` only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { replaceBetweenMarkers, table } from './error-table.ts';

const behaviours = ['hangs', 'throws', 'rejects', 'lies'] as const;

/** What happens to a call: it returns its `value`, or fails with the code of an error whose message names something. */
interface Cell {
  readonly outcome: string;
  readonly names?: string;
  /** What the function does exactly, or what happens then. */
  readonly how?: string;
}

/** One row of `packages/core/callbacks.json`. */
export type CallbackRow = { readonly callback: string; readonly option: string } & Readonly<
  Record<(typeof behaviours)[number], Cell>
>;

const root = new URL('../', import.meta.url);
const page = 'packages/docs/src/content/docs/guides/callbacks.md';
const markers = { start: '<!-- callbacks: start (npm run generate) -->', end: '<!-- callbacks: end -->' };

export const callbackRows = JSON.parse(
  readFileSync(new URL('packages/core/callbacks.json', root), 'utf8'),
) as CallbackRow[];

function cellText({ outcome, how }: Cell): string {
  const text = outcome === 'value' ? 'the call succeeds' : `\`${outcome}\``;
  return how === undefined ? text : `${text} (${how})`;
}

/** Writes the table into the guide, or with `check` only compares; returns whether the guide differs. */
export function updateCallbackTable({ check }: { readonly check: boolean }): boolean {
  const content = table(
    ['Function', 'Option', ...behaviours],
    callbackRows.map((row) => [row.callback, row.option, ...behaviours.map((behaviour) => cellText(row[behaviour]))]),
  );
  const file = new URL(page, root);
  const text = readFileSync(file, 'utf8');
  const updated = replaceBetweenMarkers(page, text, content, markers);
  if (updated !== text && !check) writeFileSync(file, updated);
  return updated !== text;
}

/** Updates or compares the guide, and prints the result. Sets the exit status to 1 when it differs. */
export function runCallbackTable({ check }: { readonly check: boolean }): void {
  const differs = updateCallbackTable({ check });
  console.log(`1 table of callbacks, ${Number(differs)} ${check ? 'differ' : 'written'}`);
  if (!check || !differs) return;
  console.error(`${page} does not match packages/core/callbacks.json. Fix it with: npm run generate`);
  process.exitCode = 1;
}

if (import.meta.main) runCallbackTable({ check: process.argv.includes('--check') });
