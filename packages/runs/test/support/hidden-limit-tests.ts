import { describe, expect, test } from 'vitest';
import { createCompleteReader, isIncompleteHistoryError } from '../../src/index.ts';
import { type HiddenLimit, hiddenLimit } from './hidden-limit.ts';
import { randomOf } from './run-world.ts';

const minute = 60_000;
const origin = Date.parse('2026-03-02T00:00:00Z');

const services = (['applied', 'ignored'] as const).flatMap((filter) =>
  (['applied', 'ascending', 'stored', 'random'] as const).flatMap((order) =>
    (['first', 'last', 'random'] as const).map((selects) => ({ filter, order, selects })),
  ),
);

/** Histories in which starts are different, equal in groups, and all equal. */
const histories: Readonly<Record<string, (random: () => number, size: number) => number[]>> = {
  'different starts': (random, size) =>
    Array.from({ length: size }, (_, at) => origin + at * minute + Math.floor(random() * minute)),
  'equal starts': (random, size) =>
    Array.from({ length: size }, () => origin + Math.floor(random() * size * 0.4) * minute),
  'one instant at the end': (_random, size) =>
    Array.from({ length: size }, (_, at) => origin + Math.min(at, size >> 1) * minute),
  'one instant': (_random, size) => Array.from({ length: size }, () => origin),
};

/** Reads several periods with one reader, in the order of a seed. Each result is complete, or an error. */
async function outcomes(starts: readonly number[], service: HiddenLimit, random: () => number): Promise<string[]> {
  const read = createCompleteReader(hiddenLimit(starts, service, random));
  const found: string[] = [];
  for (let times = 0; times < 4; times += 1) {
    const since = times === 0 ? origin : origin + Math.floor(random() * starts.length) * minute;
    const until = random() < 0.3 ? since + Math.ceil(random() * starts.length) * minute : undefined;
    const needed = starts.filter((start) => start >= since && start < (until ?? Number.POSITIVE_INFINITY)).length;
    try {
      const { runs } = await read({ since, until });
      found.push(runs.length === needed ? 'complete' : `${runs.length} of ${needed}`);
    } catch (error) {
      if (!isIncompleteHistoryError(error)) throw error;
      found.push('error');
    }
  }
  return found;
}

/** Tests a history of each kind and seed with each kind of service. The slow suite takes more seeds. */
export function testHiddenLimits(seeds: readonly number[]): void {
  describe.each(services)('a service whose filter is $filter and order $order, and that selects $selects', (kind) => {
    test.each(Object.entries(histories))('hides nothing: %s', async (name, startsOf) => {
      for (const seed of seeds) {
        const random = randomOf(seed);
        const size = 10 + Math.floor(random() * 60);
        const service = { ...kind, cap: 9 + Math.floor(random() * size) };
        const starts = startsOf(random, size);
        const isLimited = service.cap < size;
        const most = Math.max(...starts.map((start) => starts.filter((other) => other === start).length));
        for (const outcome of await outcomes(starts, service, random)) {
          expect(['complete', 'error'], JSON.stringify({ ...service, size, seed })).toContain(outcome);
          // What can be read is read. Without an order, nothing shows that one instant alone is complete.
          const isProved = kind.order === 'applied' || (kind.filter === 'applied' && name !== 'one instant');
          const isReadable = isProved && (kind.filter === 'applied' ? most < service.cap : !isLimited);
          if (isReadable) expect(outcome, JSON.stringify({ ...service, size, seed })).toBe('complete');
        }
      }
    });
  });
}
