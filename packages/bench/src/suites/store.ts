import { runScript } from '../harness/child.ts';
import { goal, type Suite } from '../harness/suite.ts';

interface Figures { loadRate: number; wholeMs: number; selectMs: number; heapMs: number; megabytes: number; streamSeconds: number; growthMb: number }

export default {
  title: 'Sandbox store',
  peers: false,
  async *run({ quick }) {
    const count = quick ? 100_000 : 1_000_000;
    const figures = await runScript<Figures>(new URL('../sandbox/load-and-query.ts', import.meta.url), [String(count)]);
    const { loadRate, wholeMs, selectMs, heapMs, megabytes, streamSeconds, growthMb } = figures;
    yield {
      title: `${count.toLocaleString('en')} history records in memory; 1,000 of them by time, newest first`,
      about: 'A request through routing, authentication, parsing and SQLite to the text of the answer, beside a plain table with an index, read by node:sqlite and JSON.stringify.',
      columns: [{ key: 'ms', label: 'query', unit: 'ms' }, { key: 'ratio', label: 'of the plain table' }],
      rows: [
        { name: 'plain table, all() + JSON.stringify', values: { ms: heapMs, ratio: 1 } },
        { name: 'sandbox', values: { ms: wholeMs, ratio: wholeMs / heapMs } },
        { name: 'sandbox, $select of three', values: { ms: selectMs, ratio: selectMs / heapMs } },
      ],
      goals: [
        goal('loads ≥ 100,000 records/s', loadRate, 100_000),
        goal('less time than the plain table', wholeMs / heapMs, 1, { atMost: true }),
        goal('with $select ≤ 1.3 × the plain table', selectMs / heapMs, 1.3, { atMost: true }),
      ],
    };
    yield {
      title: 'An answer of every record, streamed',
      columns: [{ key: 'megabytes', label: 'size', unit: 'MB' }, { key: 'rate', label: 'rate', unit: 'MB/s' }, { key: 'growthMb', label: 'RSS growth', unit: 'MB' }],
      rows: [{ name: 'sandbox', values: { megabytes, rate: megabytes / streamSeconds, growthMb } }],
      goals: [goal('RSS grows by less than 100 MB', growthMb, 100, { atMost: true })],
    };
  },
} satisfies Suite;
