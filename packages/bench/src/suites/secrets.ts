import { bearer } from '@syncline/auth';
import { createODataClient, type Transport } from '@syncline/client';
import { scrubber } from '@syncline/core/internal';
import { compareSamples } from '../harness/rounds.ts';
import { goal, type Settings, type Suite, type Table } from '../harness/suite.ts';

/** A token of 1.5 kB, as long as those of large identity providers. It is different for each number. */
const tokenOf = (count: number): string =>
  `${count}.${'eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9'.repeat(42)}`.slice(0, 1500);

const body = new TextEncoder().encode('[]');
const transport: Transport = async () =>
  new Response(body, { headers: { 'content-type': 'application/json', 'content-length': '2' } });

/** Calls one after another, each with the token that the function returns. Measures processor time. */
function caller(token: () => string): (calls: number) => Promise<{ milliseconds: number; microseconds: number }> {
  const odata = createODataClient({ baseUrl: 'http://localhost', credential: bearer(token), fetch: transport });
  return async (calls) => {
    const start = performance.now();
    const before = process.cpuUsage();
    for (let count = 0; count < calls; count += 1) await odata.history.list();
    const { user, system } = process.cpuUsage(before);
    return { milliseconds: (performance.now() - start) / calls, microseconds: (user + system) / calls };
  };
}

async function* tables(settings: Settings): AsyncGenerator<Table> {
  const calls = settings.quick ? 500 : 5_000;
  let count = 0;
  const same = tokenOf(0);
  const contenders = {
    'the same short token': caller(() => 'short-token'),
    'the same token of 1.5 kB': caller(() => same),
    'a different token of 1.5 kB for each call': caller(() => tokenOf((count += 1))),
  };
  const sampler = (name: string, run: ReturnType<typeof caller>) => ({
    name,
    sample: async () => {
      const { milliseconds, microseconds } = await run(calls);
      return { rate: 1000 / milliseconds, microseconds };
    },
  });
  const [short, , changing] = Object.keys(contenders) as [string, string, string];
  yield await compareSamples(
    {
      title: 'Calls with a token from a function',
      about: 'Whole calls over a transport without a network. The difference is what the secrets of a call cost.',
      unit: 'calls/s',
      baseline: short,
      contenders: Object.entries(contenders).map(([name, run]) => sampler(name, run)),
      extras: [{ key: 'microseconds', label: 'CPU per call', unit: 'µs' }],
      goals: (_, value) => [
        goal(
          '≤ 20 µs of CPU per call for a different token each time',
          value(changing, 'microseconds') - value(short, 'microseconds'),
          20,
          { atMost: true },
        ),
      ],
    },
    settings,
  );
  const texts = {
    'a message of 200 characters': 200,
    'a body of 64 KiB': 65_536,
    'a body of 64 KiB of backslashes': 65_536,
  };
  const scrub = scrubber([tokenOf(1), 'the client secret']);
  yield await compareSamples(
    {
      title: 'Removing a token of 1.5 kB and a client secret',
      unit: 'texts/s',
      baseline: 'a message of 200 characters',
      contenders: Object.entries(texts).map(([name, length]) => {
        const text = (name.endsWith('backslashes') ? '\\' : 'GET /history "failed" ').repeat(length).slice(0, length);
        const times = length > 1000 ? 5 : 100;
        return {
          name,
          sample: () => {
            const start = performance.now();
            for (let turn = 0; turn < times; turn += 1) scrub(text);
            const milliseconds = (performance.now() - start) / times;
            return { rate: 1000 / milliseconds, milliseconds };
          },
        };
      }),
      extras: [{ key: 'milliseconds', label: 'a text', unit: 'ms' }],
    },
    settings,
  );
}

const suite: Suite = { title: 'Secrets', peers: false, run: tables };
export default suite;
