import { bundleScript } from '../harness/bundle-script.ts';
import { runScript } from '../harness/child.ts';
import { goal, type Settings, type Suite, type Table } from '../harness/suite.ts';

interface Linted {
  readonly first: number;
  readonly firstCpu: number;
  readonly firstMiB: number;
  readonly later: number;
  readonly findings: number;
  readonly results: number;
  readonly emptyMiB: number;
  readonly jobsMiB: number;
  readonly peakMiB: number;
}
interface Compared {
  readonly taken: number;
  readonly first: number;
  readonly later: number;
  readonly changed: number;
  readonly peakMiB: number;
}

const script = (name: string): URL => new URL(`../jobs/${name}.ts`, import.meta.url);
const sizeOf = ({ quick }: Settings): number => (quick ? 2_000 : 10_000);
const argumentsOf = (settings: Settings): string[] => [String(sizeOf(settings)), String(settings.rounds)];

async function lint(settings: Settings): Promise<Table> {
  const count = sizeOf(settings);
  const linted = await bundleScript(script('lint-many'), (bundled) =>
    runScript<Linted>(bundled, argumentsOf(settings)),
  );
  return {
    title: `Lint ${count.toLocaleString('en')} jobs with all rules`,
    about:
      'In a separate process, with every setting, so that each rule is checked. The process runs JavaScript, as in the published packages. The memory is the peak of the process, including the jobs and the reports.',
    columns: [
      { key: 'ms', label: 'time', unit: 'ms' },
      { key: 'cpu', label: 'CPU time', unit: 'ms' },
      { key: 'rate', label: 'results', unit: 'per second' },
      { key: 'findings', label: 'findings' },
      { key: 'mib', label: 'memory', unit: 'MiB' },
    ],
    rows: [
      { name: 'an empty process', values: { mib: linted.emptyMiB } },
      { name: 'with the jobs', values: { mib: linted.jobsMiB } },
      {
        name: 'the first run',
        values: {
          ms: linted.first,
          cpu: linted.firstCpu,
          rate: (linted.results / linted.first) * 1000,
          findings: linted.findings,
          mib: linted.firstMiB,
        },
      },
      {
        name: 'a later run',
        values: { ms: linted.later, rate: (linted.results / linted.later) * 1000, mib: linted.peakMiB },
      },
    ],
    goals: [
      goal('the first run within 1,000 ms', linted.first, 1000, { atMost: true }),
      goal('within 150 MiB after the first run', linted.firstMiB, 150, { atMost: true }),
      goal('at most 100 MiB more than an empty process', linted.firstMiB - linted.emptyMiB, 100, { atMost: true }),
    ],
  };
}

async function compareSnapshots(settings: Settings): Promise<Table> {
  const count = sizeOf(settings);
  const { taken, first, later, changed, peakMiB } = await bundleScript(script('compare-many'), (bundled) =>
    runScript<Compared>(bundled, argumentsOf(settings)),
  );
  return {
    title: `Take and compare snapshots of ${count.toLocaleString('en')} jobs`,
    about: 'In a separate process. A tenth of the jobs differ. The memory includes both snapshots.',
    columns: [
      { key: 'ms', label: 'time', unit: 'ms' },
      { key: 'changed', label: 'changed jobs' },
      { key: 'mib', label: 'memory', unit: 'MiB' },
    ],
    rows: [
      { name: 'take a snapshot', values: { ms: taken } },
      { name: 'compare, the first time', values: { ms: first, changed } },
      { name: 'compare, a later time', values: { ms: later, changed, mib: peakMiB } },
    ],
    goals: [goal('compare within 2,000 ms', first, 2000, { atMost: true })],
  };
}

export default {
  title: 'Jobs',
  peers: false,
  async *run(settings) {
    yield await lint(settings);
    yield await compareSnapshots(settings);
  },
} satisfies Suite;
