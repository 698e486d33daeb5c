import { runScript, startServer } from '../harness/child.ts';
import { versionOf } from '../harness/peers.ts';
import { compareSamples, type Sample } from '../harness/rounds.ts';
import { goal, type Settings, type Suite, type Table } from '../harness/suite.ts';

const ours = 'history.stream()';
const overNode = `${ours} over the Node transport`;
const platform = 'fetch + res.json()';
const parsers = ['stream-json', '@streamparser/json', 'jsonparse'];
const extras = [
  { key: 'growth', label: 'peak RSS growth', unit: 'MB' },
  { key: 'first', label: 'first record', unit: 'ms' },
];

interface Read extends Sample {
  readonly count: number;
  readonly growth: number;
}

/** The readers of a list of the given size, and the largest memory growth of each in any round. */
const reading = (url: string, megabytes: number, names: readonly string[]) => {
  const growths = new Map<string, number>();
  const contenders = names.map((name) => ({
    name,
    version: parsers.includes(name) ? versionOf(name) : undefined,
    async sample(): Promise<Sample> {
      const read = await runScript<Read>(new URL('../streaming/read.ts', import.meta.url), [
        name,
        url,
        String(megabytes),
      ]);
      if (read.count < megabytes * 4000) throw new Error(`${name} read only ${read.count} records of ${megabytes} MB.`);
      growths.set(name, Math.max(growths.get(name) ?? 0, read.growth));
      return read;
    },
  }));
  const memoryGoals = () =>
    [ours, overNode].map((name) =>
      goal(`${name}: peak RSS grows by less than 40 MB, in every round`, growths.get(name) ?? Number.NaN, 40, {
        atMost: true,
      }),
    );
  return { contenders, memoryGoals };
};

async function* tables(settings: Settings): AsyncGenerator<Table> {
  const server = await startServer<{ url: string }>(new URL('../servers/stream.ts', import.meta.url));
  const size = settings.quick ? 20 : 200;
  const large = 3 * size;
  try {
    const all = reading(server.url, size, [ours, overNode, platform, ...parsers]);
    yield await compareSamples(
      {
        title: `History of ${size} MB, record by record`,
        about:
          'Each reading runs in a separate process, which reads one page before its memory is measured. The growth is the median of the rounds.',
        unit: 'MB/s',
        baseline: platform,
        warmUp: false,
        extras,
        contenders: all.contenders,
        goals: (ratio, value) => [
          goal('≥ 1.5 × fetch + res.json()', ratio(ours), 1.5),
          goal('over the Node transport ≥ 1.5 × fetch + res.json()', ratio(overNode), 1.5),
          goal('≥ 3 × the fastest of the other parsers', Math.min(...parsers.map((parser) => ratio(ours, parser))), 3),
          ...all.memoryGoals(),
          goal('first record within 80 ms of the first byte', value(ours, 'first'), 80, { atMost: true }),
        ],
      },
      { ...settings, rounds: Math.min(5, settings.rounds) },
    );
    const long = reading(server.url, large, [ours, overNode]);
    yield await compareSamples(
      {
        title: `History of ${large} MB`,
        about:
          'This is longer than the longest string in V8 (512 MiB), so res.json() cannot read it. In some processes, V8 enlarges its young generation from 16 to 33 MB meanwhile.',
        unit: 'MB/s',
        baseline: ours,
        warmUp: false,
        extras,
        contenders: long.contenders,
        goals: (_, value) => [
          ...long.memoryGoals(),
          goal('first record within 80 ms of the first byte', value(ours, 'first'), 80, { atMost: true }),
        ],
      },
      { ...settings, rounds: Math.min(7, settings.rounds) },
    );
  } finally {
    await server.close();
  }
}

const suite: Suite = { title: 'Streams', run: tables };
export default suite;
