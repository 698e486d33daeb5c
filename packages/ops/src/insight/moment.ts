import { toRfc3339 } from '@syncline/core/internal';

const day = 86_400_000;

/** The end of a sentence that says that a period has nothing: when it began, and a longer one to try. */
export function emptySince(since: number, now: number): string {
  const longer = [7, 30, 90, 365].find((days) => days * day > now - since);
  const example = longer === undefined ? '' : `, for example with --since ${longer}d`;
  return `since ${toRfc3339(since)}. Look further back${example}.`;
}
