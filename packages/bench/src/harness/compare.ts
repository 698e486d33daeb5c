import { cpuColumn, loop } from './loop.ts';
import type { Loop, LoopOptions } from './loop.ts';
import { compareSamples } from './rounds.ts';
import type { Comparison } from './rounds.ts';
import type { Settings, Table } from './suite.ts';

/**
 * Compares contenders that do the same work, in this process, in interleaved rounds.
 *
 * @example
 * yield await compare({ title: 'Parse', unit: 'filters/s', baseline: 'theirs', contenders: [{ name: 'ours', run: () => parse(text) }, …] }, settings);
 */
export function compare(
  comparison: Omit<Comparison, 'contenders'> & LoopOptions & { readonly contenders: readonly Loop[] },
  settings: Settings,
): Promise<Table> {
  const { contenders, extras = [], ...rest } = comparison;
  return compareSamples(
    {
      ...rest,
      extras: [cpuColumn, ...extras],
      contenders: contenders.map((contender) => loop(contender, settings, comparison)),
    },
    settings,
  );
}
