import { allClients } from '../clients/all-clients.ts';
import { type Target, withLimit } from '../clients/client.ts';
import { generateClients } from '../clients/generated.ts';
import { startServer } from '../harness/child.ts';
import { cpuColumn } from '../harness/loop.ts';
import { type RemoteLoop, startLoop } from '../harness/remote-loop.ts';
import { type Comparison, compareSamples, isMeasured } from '../harness/rounds.ts';
import { goal } from '../harness/suite.ts';
import type { Contender, Goal, Settings, Suite, Table } from '../harness/suite.ts';
import { jobName } from '../servers/records.ts';

const baseline = 'fetch + json';
const fast = 'Syncline, Node transport';
const portable = 'Syncline, global fetch';

/**
 * Short turns, so that a client and its baseline run within a few seconds of each other. For some seconds, a shared
 * machine can be half as fast. Turns of 20 ms made the clients with more code slower, because a turn begins with the
 * caches that another process has filled.
 */
const turnMs = 100;
/** A call of the global `fetch` needs a collection of 20 ms every 1,000 calls, so a round must have many of them. */
const turns = 10;
/**
 * A call of the global `fetch` becomes faster for about 30,000 calls (Node 24), with one client sooner than with another.
 * Measured earlier, one call of Syncline took up to 1.5 times the CPU time.
 */
const warmUp = { job: 30_000, history: 600 };

type Ratio = (name: string, of?: string) => number;

/** What differs between the tables. */
type Subject = Pick<Comparison, 'title' | 'about' | 'goals'>;

const against = (ratio: Ratio, name: string, others: readonly string[]): Goal[] =>
  others.map((peer) => goal(`${name} ahead of ${peer} (× it)`, ratio(name, peer), 1));

const counted =
  'Each client runs in a process of its own, and so does the server, which responds from memory. The CPU column counts only the client.';
const alike =
  'Syncline always has a time limit. Each peer has a row with the same limit, by its own option if it has one, and one without. Five rows are bounds and no clients: fetch with a limit of time and of bytes and nothing else, the dispatcher below every client over undici, one function over each of them that does all that a call of Syncline does, and Syncline without a network, which is what a call costs by itself.';

/** The tables of one number of calls at once. */
interface Load {
  readonly concurrency: number;
  readonly text: string;
  /** How many times as fast as these the Node transport must be. */
  readonly least: { readonly fetch: number; readonly undici: number };
}

const loads: readonly Load[] = [
  { concurrency: 1, text: 'one at a time', least: { fetch: 1.4, undici: 1 } },
  { concurrency: 50, text: '50 at once', least: { fetch: 2.6, undici: 1.15 } },
];

/**
 * Measures each client in a process of its own for each load: once the number of calls at once has changed, a client
 * needs tens of thousands of calls to become as fast as before, some more than others.
 */
async function* measure(
  { concurrency, text, least }: Load,
  clients: readonly Contender[],
  target: Target,
  all: Settings,
): AsyncGenerator<Table> {
  const settings = all.quick ? all : { ...all, slotMs: turnMs };
  const script = new URL('../clients/measure-client.ts', import.meta.url);
  const loops: RemoteLoop[] = [];
  for (const client of clients) loops.push(await startLoop(client, script, [client.name, JSON.stringify(target)]));
  const compare = (call: 'job' | 'history', measured: readonly RemoteLoop[], subject: Subject): Promise<Table> => {
    const warmUpCalls = warmUp[call] / (all.quick ? 30 : 1);
    return compareSamples(
      {
        ...subject,
        unit: 'calls/s',
        baseline,
        contenders: measured.map((each) => each.sampler(call, settings, { concurrency, warmUpCalls })),
        extras: [cpuColumn],
        turns: all.quick ? 1 : turns,
      },
      settings,
    );
  };

  const limited = clients.map(({ name }) => name).filter((name) => name.endsWith(withLimit));
  // kiota has no option for a time limit, and passes no signal on.
  const peers = [...limited.filter((name) => !/^(fetch|undici)/.test(name)), 'kiota'];
  const overFetch = ['openapi-fetch', '@hey-api/openapi-ts', 'ky', 'axios'].map((name) => name + withLimit);
  yield await compare('job', loops, {
    title: `One job, ${text}`,
    about: `${counted} ${alike}`,
    goals: (ratio) => [
      goal(`Node transport ≥ ${least.fetch} × fetch`, ratio(fast), least.fetch),
      goal(`Node transport ≥ ${least.undici} × undici.request`, ratio(fast, 'undici.request'), least.undici),
      goal(`global fetch ≥ 0.97 × fetch${withLimit}`, ratio(portable, baseline + withLimit), 0.97),
      ...against(ratio, fast, peers),
      ...against(ratio, portable, overFetch),
    ],
  });
  // The time limit no longer matters there.
  const unlimited = loops.filter(({ name }) => !limited.includes(name));
  yield await compare('history', unlimited, {
    title: `1,000 history records, ${text}`,
    about: counted,
    goals: (ratio) => [
      goal('Node transport ≥ 1.5 × fetch', ratio(fast), 1.5),
      goal('global fetch ≥ 1.2 × fetch', ratio(portable), 1.2),
    ],
  });
  await Promise.all(loops.map((each) => each.close()));
}

export default {
  title: 'Requests: one job, and a thousand history records',
  async *run(settings) {
    await generateClients();
    const server = await startServer<{ url: string }>(new URL('../servers/precomputed.ts', import.meta.url));
    const target: Target = { url: server.url, jobName, header: 'x-acme-authtoken', key: 'a-key-of-twenty-chars' };
    const clients = allClients.filter((client) => isMeasured(client, baseline, settings));
    for (const load of loads) yield* measure(load, clients, target, settings);
    await server.close();
  },
} satisfies Suite;
