import type { Classification } from '../outcome/outcome.ts';
import type { SourceRun } from '../run/accessors.ts';

/** Which run is waited for: one by its key, or the first that started after a moment. */
export type RunTarget = { readonly run: string } | { readonly after: number };

type ClassifiedRun<Item> = Classification & { readonly run: SourceRun<Item> };

/**
 * Chooses the run that a wait is about.
 *
 * With `failFast` it is the first run that started after the moment. Otherwise, a run that succeeded wins, then the
 * latest one; it is final only if it succeeded.
 *
 * @param runs - the oldest first
 * @returns undefined if the run is not there yet
 */
export function chooseRun<Item>(
  runs: readonly ClassifiedRun<Item>[],
  target: RunTarget,
  { failFast, acceptWarned }: { readonly failFast: boolean; readonly acceptWarned: boolean },
): (ClassifiedRun<Item> & { readonly isFinal: boolean }) | undefined {
  const candidates = runs.filter(({ run }) => ('run' in target ? run.key === target.run : isAfter(run, target.after)));
  const [first] = candidates;
  if (first === undefined) return undefined;
  if (failFast) return { ...first, isFinal: true };
  const isGood = ({ outcome }: ClassifiedRun<Item>): boolean =>
    outcome === 'succeeded' || (outcome === 'warned' && acceptWarned);
  const good = candidates.find(isGood);
  return good === undefined
    ? { ...(candidates.at(-1) as ClassifiedRun<Item>), isFinal: false }
    : { ...good, isFinal: true };
}

/**
 * Whether a run started after a moment. A start in whole seconds may be up to a second earlier than the run itself, so
 * it is compared with the beginning of the moment's second; a run that had ended by then is another one.
 */
function isAfter({ start, end }: SourceRun, after: number): boolean {
  if (end !== undefined && end < after) return false;
  const isWhole = start % 1_000 === 0;
  return start >= (isWhole ? Math.floor(after / 1_000) * 1_000 : after);
}
