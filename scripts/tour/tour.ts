import { type Clients, type Step, steps } from './steps.ts';
import { columns, fancy, paint } from './style.ts';
import { record, table } from './table.ts';

export function rule(): string {
  return paint('dim', (fancy() ? '─' : '-').repeat(columns()));
}

/** The source of the call in steps.ts: the printed code is the code that runs. */
function source(call: Step['call']): string {
  const [first = '', ...rest] = call
    .toString()
    .replace(/^\(?\w+\)?\s*=>\s*/, '')
    .trimEnd()
    .split('\n');
  const margin = Math.min(
    ...rest.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length),
  );
  return [`await ${first}`, ...rest.map((line) => line.slice(margin))].map((line) => `  ${line}`).join('\n');
}

const asRows = (value: unknown): readonly object[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null) ? value : undefined;

function resultText(value: unknown, show: readonly string[] | undefined): string {
  const rows = asRows(value) ?? asRows((value as { rows?: unknown } | null)?.rows);
  if (rows) return table(rows, show ?? Object.keys(rows[0] ?? {}).slice(0, 7));
  return typeof value === 'object' && value !== null ? record(value) : `  ${String(value)}`;
}

/** Makes each of the eight calls, and prints its source, its result as a table, and its HTTP requests. */
export async function tour(clients: Clients, requests: () => readonly string[]): Promise<void> {
  let number = 0;
  for (const { operationId, by, client, call, show, keep } of steps) {
    number += 1;
    const before = requests().length;
    const began = performance.now();
    const value = await call(clients[client] as never);
    const took = performance.now() - began;
    keep?.(value);
    console.log(`\n${rule()}\n${paint('bold', `${number}. ${operationId}`)}  ${paint('dim', by)}\n`);
    console.log(`${paint('cyan', source(call))}\n`);
    console.log(resultText(value, show));
    console.log(paint('dim', `\n  ${requests().slice(before).join('\n  ')}  (${took.toFixed(0)} ms)`));
  }
}
