/** Matches texts such as "7 of 13 Tasks Failed". Users of the service have reported this wording. Case is ignored. */
const taskCounts = /^\s*(\d{1,9}) of (\d{1,9}) tasks? failed\.?\s*$/i;

/**
 * Reads "N of M tasks failed". Undefined if the text is something else, or if the counts say nothing about the outcome:
 * none failed, or more failed than exist.
 */
export function readTaskCounts(text: string): 'partial' | 'failed' | undefined {
  const [, failed = '', all = ''] = taskCounts.exec(text) ?? [];
  if (failed === '') return undefined;
  const [count, total] = [Number(failed), Number(all)];
  if (count === 0 || count > total) return undefined;
  return count === total ? 'failed' : 'partial';
}
