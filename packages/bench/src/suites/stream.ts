import { runScript, startServer } from '../harness/child.ts';
import { versionOf } from '../harness/peers.ts';
import { compareSamples, type Sample } from '../harness/rounds.ts';
import { goal, type Settings, type Suite, type Table } from '../harness/suite.ts';

const ours = 'history.stream()';
const platform = 'fetch + res.json()';
const parsers = ['stream-json', '@streamparser/json', 'jsonparse'];
const extras = [
  { key: 'growth', label: 'RSS growth', unit: 'MiB' },
  { key: 'first', label: 'first record', unit: 'ms' },
];

interface Read extends Sample {
  readonly count: number;
}

const reading = (url: string, megabytes: number) => (name: string) => ({
  name,
  version: parsers.includes(name) ? versionOf(name) : undefined,
  async sample(): Promise<Sample> {
    const read = await runScript<Read>(new URL('../streaming/read.ts', import.meta.url), [name, url, String(megabytes)]);
    if (read.count < megabytes * 4000) throw new Error(`${name} read ${read.count} records of ${megabytes} MB`);
    return read;
  },
});

async function* tables(settings: Settings): AsyncGenerator<Table> {
  const server = await startServer<{ url: string }>(new URL('../servers/stream.ts', import.meta.url));
  const size = settings.quick ? 20 : 200;
  try {
    yield await compareSamples(
      {
        title: `History of ${size} MB, record by record`,
        about: 'Each reading in a process of its own; RSS growth is the peak over the process before it, after a warm-up of 1 MB.',
        unit: 'MB/s',
        baseline: platform,
        warmUp: false,
        extras,
        contenders: [ours, `${ours} over the Node transport`, platform, ...parsers].map(reading(server.url, size)),
        goals: (ratio, value) => [
          goal('≥ 1.35 × fetch + res.json()', ratio(ours), 1.35),
          goal('≥ 3 × the fastest of the other parsers', Math.min(...parsers.map((parser) => ratio(ours, parser))), 3),
          goal('peak RSS grows by less than 64 MiB', value(ours, 'growth'), 64, { atMost: true }),
          goal('first record within 80 ms of the first byte', value(ours, 'first'), 80, { atMost: true }),
        ],
      },
      settings,
    );
    const large = settings.quick ? 60 : 600;
    yield await compareSamples(
      {
        title: `History of ${large} MB`,
        about: 'Longer than the longest string of V8 (512 MiB), so that res.json() cannot read it.',
        unit: 'MB/s',
        baseline: ours,
        warmUp: false,
        extras,
        contenders: [ours, `${ours} over the Node transport`].map(reading(server.url, large)),
        goals: (_, value) => [
          goal('peak RSS grows by less than 64 MiB', value(ours, 'growth'), 64, { atMost: true }),
          goal('first record within 80 ms of the first byte', value(ours, 'first'), 80, { atMost: true }),
        ],
      },
      { ...settings, rounds: Math.min(3, settings.rounds) },
    );
  } finally {
    await server.close();
  }
}

const suite: Suite = { title: 'Streams', run: tables };
export default suite;
