import { type BenchClient, type Target, withLimit } from '../clients/client.ts';
import { generatedClients } from '../clients/generated.ts';
import { kiotaClient } from '../clients/kiota.ts';
import { plainClients } from '../clients/plain.ts';
import { startServer } from '../harness/child.ts';
import { compare } from '../harness/compare.ts';
import { goal } from '../harness/suite.ts';
import type { Goal, Settings, Suite, Table } from '../harness/suite.ts';
import { historyRecords, job, jobName } from '../servers/records.ts';

const fast = 'Syncline, Node transport';
const portable = 'Syncline, global fetch';
type Ratio = (name: string, of?: string) => number;

const against = (ratio: Ratio, name: string, others: readonly string[]): Goal[] =>
  others.map((other) => goal(`${name} ahead of ${other} (× it)`, ratio(name, other), 1));

const counted = 'The server responds from memory in a separate process. The CPU column counts only the client.';
const alike =
  'Syncline always has a time limit. Each peer has a row with the same limit, by its own option if it has one, and one without. Two rows are bounds and no clients: the dispatcher below every client over undici, and Syncline without a network, which is what a call costs by itself.';

/** One table: the same call with every client. */
const table = (
  title: string,
  clients: readonly BenchClient[],
  call: 'job' | 'history',
  concurrency: number,
  goals: (ratio: Ratio) => Goal[],
  settings: Settings,
): Promise<Table> =>
  compare(
    {
      title,
      about: call === 'job' ? `${counted} ${alike}` : counted,
      unit: 'calls/s',
      baseline: 'fetch + json',
      concurrency,
      contenders: clients.map((client) => ({ ...client, run: () => client[call]() })),
      goals,
    },
    settings,
  );

/**
 * Checks before timing that every client returns the same result: the job with all its fields, and a thousand records.
 */
async function check(clients: readonly BenchClient[]): Promise<void> {
  for (const client of clients) {
    const answer = (await client.job()) as { JobName?: string; RowVersion?: unknown };
    const records = await client.history();
    const complete =
      answer.JobName === jobName && Object.keys(answer).length >= Object.keys(job).length && records.length === 1000;
    if (!complete) throw new Error(`${client.name} did not return the whole result.`);
  }
}

export default {
  title: 'Requests: one job, and a thousand history records',
  async *run(settings) {
    // Importing undici changes the dispatcher of the global fetch if that was not called yet, but bare fetch must use
    // Node's own.
    await fetch('data:,');
    const { synclineClients } = await import('../clients/syncline.ts');
    const server = await startServer<{ url: string }>(new URL('../servers/precomputed.ts', import.meta.url));
    const target: Target = { url: server.url, jobName, header: 'x-acme-authtoken', key: 'a-key-of-twenty-chars' };
    const samples = { job, history: historyRecords(1)[0] ?? {} };
    const clients = [
      ...(await plainClients(target)),
      ...(await generatedClients(target)),
      await kiotaClient(target, samples),
      ...(await synclineClients(target)),
    ];
    await check(clients);
    const limited = clients.map(({ name }) => name).filter((name) => name.endsWith(withLimit));
    // kiota has no option for a time limit, and passes no signal on.
    const peers = [...limited.filter((name) => !/^(fetch|undici)/.test(name)), 'kiota'];
    const overFetch = ['openapi-fetch', '@hey-api/openapi-ts', 'ky', 'axios'].map((name) => name + withLimit);
    const goals = (ratio: Ratio, least: { undici: number }): Goal[] => [
      goal(`Node transport ≥ ${least.undici} × undici.request`, ratio(fast, 'undici.request'), least.undici),
      goal(`global fetch ≥ 0.97 × fetch${withLimit}`, ratio(portable, `fetch + json${withLimit}`), 0.97),
      ...against(ratio, fast, peers),
      ...against(ratio, portable, overFetch),
    ];
    yield await table(
      'One job, one at a time',
      clients,
      'job',
      1,
      (ratio) => [goal('Node transport ≥ 1.4 × fetch', ratio(fast), 1.4), ...goals(ratio, { undici: 1 })],
      settings,
    );
    yield await table(
      'One job, 50 at once',
      clients,
      'job',
      50,
      (ratio) => [goal('Node transport ≥ 2.6 × fetch', ratio(fast), 2.6), ...goals(ratio, { undici: 1.15 })],
      settings,
    );
    const lists = (ratio: Ratio): Goal[] => [
      goal('Node transport ≥ 1.5 × fetch', ratio(fast), 1.5),
      goal('global fetch ≥ 1.2 × fetch', ratio(portable), 1.2),
    ];
    // A call takes ten times as long as one for a job, and garbage is collected every few calls, so a slot must be long
    // enough for many of both. The time limit no longer matters there.
    const long = { ...settings, slotMs: 3 * settings.slotMs };
    const unlimited = clients.filter(({ name }) => !limited.includes(name));
    yield await table('1,000 history records, one at a time', unlimited, 'history', 1, lists, long);
    yield await table('1,000 history records, 50 at once', unlimited, 'history', 50, lists, long);
    await Promise.all(clients.map((client) => client.close?.()));
    await server.close();
  },
} satisfies Suite;
