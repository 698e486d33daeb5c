import { allClients } from '../clients/all-clients.ts';
import { checksByHand } from '../clients/checks-by-hand.ts';
import { type Target, withLimit } from '../clients/client.ts';
import { generateClients } from '../clients/generated.ts';
import { startServer } from '../harness/child.ts';
import { compare } from '../harness/compare.ts';
import type { Loop } from '../harness/loop.ts';
import { isMeasured } from '../harness/rounds.ts';
import { goal } from '../harness/suite.ts';
import type { Settings, Suite, Table } from '../harness/suite.ts';
import { jobName } from '../servers/records.ts';

const baseline = `fetch + json${withLimit}`;
const portable = 'Syncline, global fetch';
const peers = [
  'openapi-fetch',
  '@hey-api/openapi-ts',
  'redocly generate-client',
  'ky',
  'ofetch',
  '@octokit/request',
].map((name) => name + withLimit);
const names = [
  baseline,
  'fetch, time and byte limit, nothing else',
  'fetch, all of a call by hand',
  ...peers,
  portable,
];

/**
 * Many turns: the machine is equally fast for all contenders of a turn, so the medians of the ratios differ by a few per
 * cent from process to process, instead of up to 30 %. A turn is long enough for one or two collections of V8, which
 * come about every 700 calls and take 11 ms. Only a third of the turns of 40 ms contained one, so the median of such
 * turns left the collections out.
 */
const turnMs = 250;
const turnsPerRound = 12;
const loads = [
  { concurrency: 1, text: 'one at a time' },
  { concurrency: 50, text: '50 at once' },
];

async function* measure(target: Target, all: Settings): AsyncGenerator<Table> {
  const contenders: Loop[] = [];
  for (const name of names) {
    const client = allClients.find((each) => each.name === name);
    if (client === undefined) throw new Error(`No client is called ${name}.`);
    if (!isMeasured(client, baseline, all)) continue;
    const created = await client.create(target);
    const { version, isBound } = client;
    contenders.push({ name, version, isBound, run: () => created.job() });
  }
  if (isMeasured(checksByHand, baseline, all)) {
    const { name, isBound, create } = checksByHand;
    contenders.push({ name, isBound, run: await create(target) });
  }
  const settings = all.quick ? all : { ...all, slotMs: turnMs, rounds: all.rounds * turnsPerRound };
  for (const { concurrency, text } of loads) {
    yield await compare(
      {
        title: `One job over fetch, ${text}`,
        about: `All clients share one process and take turns of ${turnMs} ms, so that the ratios differ by a few per cent from process to process. In the suite \`request\`, each client has a process of its own, and two processes differ by up to 30 %. All clients have the same time limit.`,
        unit: 'calls/s',
        baseline,
        contenders,
        concurrency,
        // V8 compiles a part of the code again when the number of calls at once changes.
        warmUpCalls: all.quick ? 100 : 10_000,
        goals: (ratio) => [
          goal(`Syncline ≥ 0.97 × fetch${withLimit}`, ratio(portable), 0.97),
          ...peers.map((name) => goal(`Syncline ahead of ${name} (× it)`, ratio(portable, name), 1)),
        ],
      },
      settings,
    );
  }
}

export default {
  title: 'One job over fetch, in turns',
  async *run(settings) {
    await generateClients();
    const server = await startServer<{ url: string }>(new URL('../servers/precomputed.ts', import.meta.url));
    yield* measure({ url: server.url, jobName, header: 'x-acme-authtoken', key: 'a-key-of-twenty-chars' }, settings);
    await server.close();
  },
} satisfies Suite;
