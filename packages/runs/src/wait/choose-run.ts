import type { Classification } from '../outcome/outcome.ts';
import type { SourceRun } from '../run/accessors.ts';

/** The run to wait for: the one with a key, or the first that started after a moment. */
export type RunTarget = { readonly run: string } | { readonly after: number };

type ClassifiedRun<Item> = Classification & { readonly run: SourceRun<Item> };

/**
 * Chooses the run of a wait.
 *
 * With `failFast` it is the first run that started after the moment. Otherwise it is a run that succeeded, or else the
 * latest one. The result is final only if the run succeeded.
 *
 * @param runs - oldest first
 * @returns undefined if the run does not exist yet
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
 * it is compared with the beginning of the moment's second. A run that had already ended by then is not the right one.
 */
function isAfter({ start, end }: SourceRun, after: number): boolean {
  if (end !== undefined && end < after) return false;
  const isWhole = start % 1_000 === 0;
  return start >= (isWhole ? Math.floor(after / 1_000) * 1_000 : after);
}
