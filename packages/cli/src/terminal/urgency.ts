import { type Outcome, outcomes } from '@syncline/runs';

/** Every outcome, the most urgent first. */
const urgency: readonly Outcome[] = outcomes.toReversed();

/** Orders outcomes by urgency. */
export function compareUrgency(left: Outcome, right: Outcome): number {
  return urgency.indexOf(left) - urgency.indexOf(right);
}

/** The count of each outcome, such as `2 failed`, the most urgent first. */
export function countOutcomes(
  all: readonly Outcome[],
  show = (_outcome: Outcome, text: string): string => text,
): readonly string[] {
  return urgency.flatMap((outcome) => {
    const count = all.filter((each) => each === outcome).length;
    return count === 0 ? [] : [show(outcome, `${count} ${outcome}`)];
  });
}
