import { type Outcome, outcomes } from '@syncline/runs';

/** Every outcome, those that need attention first. */
const urgency: readonly Outcome[] = outcomes.toReversed();

/** Orders outcomes: what needs attention comes first. */
export function compareUrgency(one: Outcome, other: Outcome): number {
  return urgency.indexOf(one) - urgency.indexOf(other);
}

/** How many there are of each outcome: `2 failed`, what needs attention first. */
export function countOutcomes(
  all: readonly Outcome[],
  show = (_outcome: Outcome, text: string): string => text,
): readonly string[] {
  return urgency.flatMap((outcome) => {
    const count = all.filter((each) => each === outcome).length;
    return count === 0 ? [] : [show(outcome, `${count} ${outcome}`)];
  });
}
