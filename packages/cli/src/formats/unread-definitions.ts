import { cleanText, isSynclineError } from '@syncline/core/internal';
import type { JobEntry } from '@syncline/jobs';

/** Why the definition of a job could not be read; undefined if it was read, or was not requested. */
export function unreadBecause(entry: JobEntry): string | undefined {
  if (entry.kind === 'unreadable')
    return isSynclineError(entry.reason) ? entry.reason.message : 'the definition could not be read';
  return entry.kind === 'ambiguous' ? 'another job has this name, so that this one cannot be read' : undefined;
}

/**
 * The most frequent reason for which definitions could not be read, as a sentence with the number of its jobs; empty if
 * all could be read. Messages name the job, so reasons are compared by their code and status.
 */
export function commonReason(entries: readonly JobEntry[]): string {
  const reasons = new Map<string, { readonly text: string; count: number }>();
  for (const entry of entries) {
    const text = unreadBecause(entry);
    if (text === undefined) continue;
    const { code, status } = Object(entry.kind === 'unreadable' ? entry.reason : undefined) as Record<string, unknown>;
    const key = JSON.stringify([entry.kind, code, status]);
    const reason = reasons.get(key) ?? { text, count: 0 };
    reason.count += 1;
    reasons.set(key, reason);
  }
  const [first] = [...reasons.values()].sort((left, right) => right.count - left.count);
  if (first === undefined) return '';
  return `The reason${reasons.size === 1 ? '' : ` for ${first.count} of them`}: ${cleanText(first.text, 500)}`;
}
