import { runScript } from '../harness/child.ts';
import { goal, type Settings, type Suite, type Table } from '../harness/suite.ts';
import { measureStartUp } from '../sandbox/start-up.ts';
import { streamHistory } from '../sandbox/stream-history.ts';

interface Query {
  loadRate: number;
  wholeMs: number;
  selectMs: number;
  heapMs: number;
}
interface Reset {
  median: number;
  p95: number;
  cpu95: number;
  most: number;
}

const script = (name: string): URL => new URL(`../sandbox/${name}.ts`, import.meta.url);
const records = ({ quick }: Settings): number => (quick ? 100_000 : 1_000_000);

async function startUp({ rounds }: Settings): Promise<Table> {
  const { empty, line, job, history } = await measureStartUp(rounds);
  const row = (name: string, ms: number) => ({ name, values: { ms, more: ms - empty, ratio: ms / empty } });
  return {
    title: 'The first response after the start of `syncline-sandbox`',
    about:
      'Times since the start of the process, by its own clock. The processes run in turns, and the figures are medians. The second column excludes the time of an empty Node process.',
    columns: [
      { key: 'ms', label: 'since the start', unit: 'ms' },
      { key: 'more', label: 'more than an empty Node process', unit: 'ms' },
      { key: 'ratio', label: '× an empty Node process' },
    ],
    rows: [
      row('an empty Node process', empty),
      row('addresses printed', line),
      row('first response: a job', job),
      row('first response: 4,000 history records', history),
    ],
    goals: [goal('first response within 150 ms of the start', job, 150, { atMost: true })],
  };
}

async function query(settings: Settings): Promise<Table> {
  const count = records(settings);
  const { loadRate, wholeMs, selectMs, heapMs } = await runScript<Query>(script('load-and-query'), [String(count)]);
  return {
    title: `${count.toLocaleString('en')} history records in memory; 1,000 of them by time, newest first`,
    about:
      'A request passes routing, authentication, parsing and SQLite, up to the text of the response. The plain table has an index and is read with node:sqlite and JSON.stringify.',
    columns: [
      { key: 'ms', label: 'query', unit: 'ms' },
      { key: 'ratio', label: 'of the plain table' },
      { key: 'loadRate', label: 'loaded', unit: 'records/s' },
    ],
    rows: [
      { name: 'plain table, all() + JSON.stringify', values: { ms: heapMs, ratio: 1 } },
      { name: 'sandbox', values: { ms: wholeMs, ratio: wholeMs / heapMs, loadRate } },
      { name: 'sandbox, $select of three', values: { ms: selectMs, ratio: selectMs / heapMs } },
    ],
    goals: [
      goal('loads ≥ 100,000 records/s', loadRate, 100_000),
      goal('less time than the plain table', wholeMs / heapMs, 1, { atMost: true }),
      goal('with $select ≤ 1.3 × the plain table', selectMs / heapMs, 1.3, { atMost: true }),
    ],
  };
}

async function stream(settings: Settings): Promise<Table> {
  const count = records(settings);
  const { megabytes, seconds, growthMb } = await streamHistory(count);
  return {
    title: `A response of ${count.toLocaleString('en')} records through the listener`,
    about:
      "Memory is that of the sandbox's process, from the kernel: its peak during the response, minus its value before.",
    columns: [
      { key: 'megabytes', label: 'size', unit: 'MB' },
      { key: 'rate', label: 'rate', unit: 'MB/s' },
      { key: 'growthMb', label: 'RSS growth', unit: 'MB' },
    ],
    rows: [{ name: 'sandbox', values: { megabytes, rate: megabytes / seconds, growthMb } }],
    goals: [goal('RSS grows by less than 100 MB', growthMb, 100, { atMost: true })],
  };
}

async function reset(settings: Settings): Promise<Table> {
  const [few, many] = [4000, records(settings)];
  const [small, large] = [
    await runScript<Reset>(script('reset-times'), [String(few)]),
    await runScript<Reset>(script('reset-times'), [String(many)]),
  ];
  const row = (count: number, values: Reset) => ({
    name: `${count.toLocaleString('en')} history records`,
    values: { ...values },
  });
  return {
    title: '`sandbox.reset()` after six hours of runs and three requests, 200 times',
    about: 'The goals use CPU time, which does not include other work of the machine.',
    columns: [
      { key: 'median', label: 'median', unit: 'ms' },
      { key: 'p95', label: '95 of 100 within', unit: 'ms' },
      { key: 'cpu95', label: 'the same, CPU time', unit: 'ms' },
      { key: 'most', label: 'longest', unit: 'ms' },
    ],
    rows: [row(few, small), row(many, large)],
    goals: [
      goal('95 of 100 within 5 ms', small.cpu95, 5, { atMost: true }),
      goal('95 of 100 within 5 ms, with a long history', large.cpu95, 5, { atMost: true }),
    ],
  };
}

export default {
  title: 'Sandbox: start, store and reset',
  peers: false,
  async *run(settings) {
    yield await startUp(settings);
    yield await query(settings);
    yield await stream(settings);
    yield await reset(settings);
  },
} satisfies Suite;
