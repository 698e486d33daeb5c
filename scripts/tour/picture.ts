import type { HistoryRecord } from '@syncline/openapi';
import type { Clients } from './steps.ts';
import { paint } from './style.ts';
import { type Run, timeline } from './timeline.ts';
import { rule } from './tour.ts';

const room = 18;

/** The outcome of a run, from the sandbox's status words. The specification does not define any. */
function outcome(run: HistoryRecord): Run['outcome'] {
  const status = String(run['status'] ?? '');
  if (/failed/i.test(status)) return 'failed';
  if (/running/i.test(status)) return 'running';
  return /success/i.test(status) ? 'succeeded' : 'other';
}

/** The failed runs, and as many of the others as fit, evenly spread over time. */
function pick(runs: readonly HistoryRecord[]): HistoryRecord[] {
  const failed = runs.filter((run) => outcome(run) === 'failed').slice(0, room);
  const others = runs.filter((run) => outcome(run) !== 'failed');
  const left = Math.min(room - failed.length, others.length);
  return [...failed, ...Array.from({ length: left }, (_, i) => others[Math.floor((i * others.length) / left)]!)];
}

/** Draws the last runs in the terminal. */
export async function picture(clients: Clients, now: Date): Promise<void> {
  const from = new Date(now.getTime() - 3 * 3_600_000);
  const runs = await clients.odataByKey.history.list({
    filter: (h) => h.runstartdate.ge(from),
    orderBy: 'runstartdate desc',
  });
  const shown = pick(runs);
  const title = `${shown.length} of the ${runs.length} runs of the last three hours, failed ones included`;
  console.log(`\n${rule()}\n${paint('bold', 'The last runs')}  ${paint('dim', title)}\n`);
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
