import { callNow } from '../callbacks/call-now.ts';
import { classifyRun } from '../outcome/classify-run.ts';
import type { Classify } from '../outcome/define-outcomes.ts';
import { isEnded, type Outcome } from '../outcome/outcome.ts';
import type { SourceRun } from '../run/accessors.ts';
import { cleanText } from '../run/clean-text.ts';
import type { RunHead, StoredEvent, StoredRun } from '../store/store.ts';
import { canonicalJson } from './canonical-json.ts';
import { stableHash } from './stable-hash.ts';
import { type RunEvent, storedEvent } from './tracker-event.ts';

/** What is new in the runs of a page. */
export interface Changes {
  readonly runs: StoredRun[];
  readonly events: StoredEvent[];
}

/**
 * Compares the runs of a page with what is stored of them. Each version that is new becomes one event.
 *
 * The version is a hash of the record and of what was read from it, the outcome included: a vocabulary that learns a
 * word changes the runs that have it.
 */
export function findChanges(
  runs: readonly SourceRun[],
  heads: ReadonlyMap<string, RunHead>,
  classify: Classify<never>,
  at: number,
): Changes {
  const changes: Changes = { runs: [], events: [] };
  for (const run of runs) {
    const { key, job, status, start, end, rows, error, record } = run;
    const { outcome, because } = classifyRun(classify, run);
    const raw = callNow('source', 'must return records that JSON can write', () => canonicalJson(record), Boolean);
    const version = stableHash(`${JSON.stringify([key, job, status, start, end, rows, error, outcome])}${raw}`);
    const head = heads.get(key);
    if (head?.version === version) continue;
    changes.runs.push({ key, job, outcome, status, start, end, rows, version, firstSeen: at, raw });
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
