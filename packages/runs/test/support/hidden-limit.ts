import { createEvaluator, type Filter } from '@syncline/odata';
import { historySource, type RunSource } from '../../src/index.ts';
import { historyNames } from './history-names.ts';

/** How a service treats a query for its history. */
export interface HiddenLimit {
  readonly filter: 'applied' | 'ignored';
  /** `ascending`: by start, whatever is requested. `stored`: the order in which the records are stored. */
  readonly order: 'applied' | 'ascending' | 'stored' | 'random';
  /** Which records it sends if there are more than `cap`. It says nothing about the others. */
  readonly selects: 'first' | 'last' | 'random';
  readonly cap: number;
}

/** The source of a history whose service silently returns at most `cap` records. */
export function hiddenLimit(starts: readonly number[], service: HiddenLimit, random: () => number): RunSource {
  const records = starts.map((start, at) => ({
    historyid: `r${String(at).padStart(4, '0')}`,
    jobname: 'Orders',
    status: 'OK',
    runstartdate: new Date(start).toISOString(),
  }));
  const shuffled = <Item>(items: readonly Item[]): Item[] =>
    items
      .map((item) => ({ item, at: random() }))
      .sort((left, right) => left.at - right.at)
      .map(({ item }) => item);
  const stored = shuffled(records);
  const stream = ({ filter, orderBy = [] }: { filter?: Filter | undefined; orderBy?: readonly string[] }) => {
    const isAsked = service.filter === 'ignored' || filter === undefined ? () => true : createEvaluator(filter);
    const isKept = (record: (typeof records)[number]): boolean =>
      isAsked({ ...record, runstartdate: new Date(record.runstartdate) }) === true;
    let sent = stored.filter(isKept);
    const { order, selects, cap } = service;
    if (order === 'random') sent = shuffled(sent);
    const terms = order === 'applied' ? orderBy : order === 'ascending' ? ['runstartdate'] : [];
    const sort = (): void => {
      sent.sort((left, right) => {
        for (const term of terms) {
          const [name, direction] = term.split(' ') as [keyof typeof left, string | undefined];
          if (left[name] !== right[name]) return left[name] < right[name] === (direction === 'desc') ? 1 : -1;
        }
        return 0;
      });
    };
    sort();
    if (selects === 'random') {
      sent = shuffled(sent).slice(0, cap);
      sort();
    } else sent = selects === 'first' ? sent.slice(0, cap) : sent.slice(-cap);
    return (async function* () {
      yield* sent;
    })();
  };
  return historySource({ history: { stream } as never }, { ...historyNames, timeZone: 'UTC' } as never);
}
