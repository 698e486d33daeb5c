import { availableParallelism } from 'node:os';

/** Does asynchronous work on each item, on as many at once as there are cores. The results have the order of the items. */
export async function onEveryCore<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const next = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
  return results;
}
