/**
 * In a fresh process: loads a million history records, then times one query of 1,000 rows in the sandbox and in a plain
 * table.
 */
import { DatabaseSync } from 'node:sqlite';
import { createSandbox } from '@syncline/sandbox';
import { historyRecords, historyStart } from './history.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const records = [...historyRecords(count)];

const loading = performance.now();
const sandbox = createSandbox({ data: { history: records }, life: false });
const loadRate = count / ((performance.now() - loading) / 1000);
const headers = { [sandbox.credentials.apiKey.headerName]: sandbox.credentials.apiKey.value };

const from = Math.floor(count / 3);
const [since, until] = [from, from + 1000].map((second) => new Date(historyStart + second * 1000).toISOString()) as [
  string,
  string,
];
const query = `${sandbox.urls.odata}/history?$filter=${encodeURIComponent(`runstartdate ge ${since} and runstartdate lt ${until}`)}&$orderby=runstartdate%20desc`;
const ask = async (address: string): Promise<string> => (await sandbox.fetch(address, { headers })).text();

const heap = new DatabaseSync(':memory:');
heap.exec(
  'CREATE TABLE history (historyid TEXT, runstartdate TEXT, connectorid TEXT, jobname TEXT, details TEXT, instanceid TEXT, status TEXT, recordsaffected INTEGER, runtime REAL)',
);
const insert = heap.prepare('INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
heap.exec('BEGIN');
for (const {
  historyid,
  runstartdate,
  connectorid,
  jobname,
  details,
  instanceid,
  status,
  recordsaffected,
  runtime,
} of records) {
  insert.run(
    ...([
      historyid,
      runstartdate,
      connectorid,
      jobname,
      details,
      instanceid,
      status,
      recordsaffected,
      runtime,
    ] as string[]),
  );
}
heap.exec('COMMIT; CREATE INDEX history_start ON history (runstartdate)');
const select = heap.prepare(
  'SELECT * FROM history WHERE runstartdate >= ? AND runstartdate < ? ORDER BY runstartdate DESC',
);
const plain = (): Promise<string> => Promise.resolve(JSON.stringify({ value: select.all(since, until) }));

// Collects the garbage of loading now, so that it does not disturb the timing of the queries.
records.length = 0;
(globalThis as { gc?: () => void }).gc?.();

const same = [await ask(query), await plain()].map((text) =>
  JSON.stringify((JSON.parse(text) as { value: { historyid: string }[] }).value.map(({ historyid }) => historyid)),
);
if (same[0] !== same[1] || !same[0]?.includes('"'))
  throw new Error('The sandbox and the plain table do not return the same records.');

const median = async (work: () => Promise<string>): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < 120; round++) {
    const start = performance.now();
    await work();
    if (round >= 20) times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[50] as number;
};
const wholeMs: number[] = [];
const selectMs: number[] = [];
const heapMs: number[] = [];
for (let round = 0; round < 5; round++) {
  wholeMs.push(await median(() => ask(query)));
  heapMs.push(await median(plain));
  selectMs.push(await median(() => ask(`${query}&$select=runstartdate,details,status`)));
}
const middle = (list: number[]): number => list.sort((a, b) => a - b)[2] as number;

heap.close();
console.log(JSON.stringify({ loadRate, wholeMs: middle(wholeMs), selectMs: middle(selectMs), heapMs: middle(heapMs) }));
await sandbox.close();
