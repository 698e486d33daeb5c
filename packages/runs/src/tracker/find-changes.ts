import { classifyRun } from '../outcome/classify-run.ts';
import type { Classify } from '../outcome/define-outcomes.ts';
import { isEnded, type Outcome } from '../outcome/outcome.ts';
import type { SourceRun } from '../run/accessors.ts';
import { cleanText } from '../run/clean-text.ts';
import type { RunHead, StoredEvent, StoredRun } from '../store/store.ts';
import { toStoredRun } from './to-stored-run.ts';
import { type RunEvent, storedEvent } from './tracker-event.ts';

/** The new versions in the runs of a page. */
export interface Changes {
  readonly runs: StoredRun[];
  readonly events: StoredEvent[];
}

/** Compares the runs of a page with the stored ones. Each new version becomes one event. */
export function findChanges(
  runs: readonly SourceRun[],
  heads: ReadonlyMap<string, RunHead>,
  classify: Classify<never>,
  at: number,
): Changes {
  const changes: Changes = { runs: [], events: [] };
  // A source may return a run twice. As in historySource, the last one counts.
  for (const run of new Map(runs.map((each) => [each.key, each])).values()) {
    const { error } = run;
    const { outcome, because } = classifyRun(classify, run);
    const stored = toStoredRun(run, outcome, at);
    const { key, job, status, start, end, rows, version } = stored;
    const head = heads.get(key);
    if (head?.version === version) continue;
    changes.runs.push(stored);
    const shownError = error === '' ? undefined : cleanText(error, 1_000);
    const shown = { key, job, outcome, status: cleanText(status, 200), start, end, rows, error: shownError, version };
    const type = typeOf(outcome, head?.outcome);
    changes.events.push(storedEvent({ type, run: shown, because, previous: head?.outcome }, [key, version], at));
  }
  return changes;
}

function typeOf(outcome: Outcome, previous: Outcome | undefined): RunEvent['type'] {
  const hadEnded = previous !== undefined && isEnded(previous);
  if (isEnded(outcome)) return hadEnded ? 'changed' : 'ended';
  if (previous === undefined) return 'started';
  return hadEnded ? 'reopened' : 'changed';
}
