/** Such as "7 of 13 Tasks Failed". The words are the ones that users of the service report, in any case. */
const taskCounts = /^\s*(\d{1,9}) of (\d{1,9}) tasks? failed\.?\s*$/i;

/**
 * Reads "N of M tasks failed". Undefined if the text is something else, or if the counts say nothing about the outcome:
 * none failed, or more than there are.
 */
export function readTaskCounts(text: string): 'partial' | 'failed' | undefined {
  const [, failed = '', all = ''] = taskCounts.exec(text) ?? [];
  if (failed === '') return undefined;
  const [count, total] = [Number(failed), Number(all)];
  if (count === 0 || count > total) return undefined;
  return count === total ? 'failed' : 'partial';
}
