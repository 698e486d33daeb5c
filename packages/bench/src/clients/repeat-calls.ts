/** `repeat-calls.ts <name> <calls> [<at once>]`: repeats the call for one job, for a profiler (see the README). */
import { startServer } from '../harness/child.ts';
import { jobName } from '../servers/records.ts';
import { allClients } from './all-clients.ts';

const [name, calls, atOnce = '1'] = process.argv.slice(2);
const contender = allClients.find((client) => client.name === name);
if (contender === undefined) throw new Error(`No client is called ${name}.`);
const server = await startServer<{ url: string }>(new URL('../servers/precomputed.ts', import.meta.url));
const client = await contender.create({ url: server.url, jobName, header: 'x-acme-authtoken', key: 'a-key' });

let left = Number(calls);
const lane = async (): Promise<void> => {
  while (left-- > 0) await client.job();
};
await Promise.all(Array.from({ length: Number(atOnce) }, lane));
await server.close();
process.exit();
