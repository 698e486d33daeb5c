import type { ClientEvent } from '@syncline/client';
import type { HistoryRecord } from '@syncline/openapi';
import { columns, paint } from './style.ts';
import { type Clients, found, type Step, steps } from './steps.ts';
import { record, table } from './table.ts';
import { type Run, timeline } from './timeline.ts';

const rule = () => paint('dim', '─'.repeat(columns()).replaceAll('─', process.stdout.isTTY ? '─' : '-'));

/** The call as its source stands in steps.ts: what is shown is what runs. */
const source = (call: Step['call']) =>
  call
    .toString()
    .replace(/^(?:async )?\(?(\w+)\)?\s*=>\s*/, '')
    .trim();

/** What went over the wire for one step, told by the client's own events. */
export interface Wire {
  readonly events: ClientEvent[];
}

const asRows = (value: unknown): readonly object[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null) ? value : undefined;

function answer(value: unknown, show: readonly string[] | undefined): string {
  const rows = asRows(value) ?? asRows((value as { rows?: unknown } | null)?.rows);
  if (rows) return table(rows, show ?? Object.keys(rows[0] ?? {}).slice(0, 7));
  return typeof value === 'object' && value !== null ? record(value) : `  ${String(value)}`;
}

/** Keeps of an answer what later steps build on. */
function keep(operationId: string, value: unknown): void {
  if (operationId === 'listWorkspaces') found.workspaces = value as typeof found.workspaces;
}

/** Makes each of the eight calls, shows it as a user would write it, and its answer as a table. */
export async function tour(clients: Clients, requests: () => readonly string[]): Promise<void> {
  let number = 0;
  for (const { operationId, by, client, call, show } of steps) {
    number += 1;
    const before = requests().length;
    const began = performance.now();
    const value = await call(clients[client] as never);
    const took = performance.now() - began;
    keep(operationId, value);
    console.log(`\n${rule()}\n${paint('bold', `${number}. ${operationId}`)}  ${paint('dim', by)}`);
    console.log(`\n  ${paint('cyan', `await ${source(call)}`)}\n`);
    console.log(answer(value, show));
    const sent = requests().slice(before);
    console.log(paint('dim', `\n  ${sent.join('  ·  ')}  (${took.toFixed(0)} ms)`));
  }
}

const outcome = (run: HistoryRecord): Run['outcome'] => {
  const status = String(run['status'] ?? '');
  if (/fail/i.test(status) || /failed/i.test(run.details ?? '')) return 'failed';
  if (/running/i.test(status)) return 'running';
  return /success/i.test(status) ? 'succeeded' : 'other';
};

/** The last runs as a picture. */
export async function picture(clients: Clients, now: Date): Promise<void> {
  const from = new Date(now.getTime() - 3 * 3_600_000);
  const runs = await clients.odataByKey.history.list({ filter: (h) => h.runstartdate.ge(from), orderBy: 'runstartdate desc' });
  console.log(`\n${rule()}\n${paint('bold', 'The last runs')}  ${paint('dim', `${Math.min(runs.length, 18)} of ${runs.length} in three hours`)}\n`);
  const failures = runs.filter((run) => outcome(run) === 'failed');
  const shown = [...new Set([...failures.slice(0, 6), ...runs])].slice(0, 18);
  console.log(
    timeline(
      shown.map((run) => ({
        label: String(run['jobname'] ?? run.connectorid ?? ''),
        start: new Date(run.runstartdate ?? now),
        end: typeof run['runenddate'] === 'string' ? new Date(run['runenddate']) : undefined,
        outcome: outcome(run),
      })),
      now,
    ),
  );
}
