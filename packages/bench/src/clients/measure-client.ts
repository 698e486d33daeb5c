/** `measure-client.ts <name> <target> <calls>`: a process that measures one client, after this many calls of it. */
import { repeat } from '../harness/loop.ts';
import { answerSamples } from '../harness/remote-loop.ts';
import { job as wanted } from '../servers/records.ts';
import { allClients } from './all-clients.ts';
import type { Target } from './client.ts';

const [name, json, calls] = process.argv.slice(2) as [string, string, string];
const target = JSON.parse(json) as Target;
const contender = allClients.find((client) => client.name === name);
if (contender === undefined) throw new Error(`No client is called ${name}.`);
const client = await contender.create(target);

// Before it is timed, every client must return the same: the job with all its fields, and a thousand records.
const job = (await client.job()) as { readonly JobName?: string };
const records = await client.history();
const isWhole = job.JobName === target.jobName && Object.keys(job).length >= Object.keys(wanted).length;
if (!isWhole || records.length !== 1000) throw new Error(`${name} did not return the whole result.`);

await repeat(() => client.job(), 50, Number(calls));
await repeat(() => client.history(), 50, Number(calls) / 50);

answerSamples({ job: () => client.job(), history: () => client.history() });
