/** `measure-client.ts <name> <target>`: a process that measures one client. */
import { answerSamples } from '../harness/remote-loop.ts';
import { job as wanted } from '../servers/records.ts';
import { allClients } from './all-clients.ts';
import type { Target } from './client.ts';

const [name, json] = process.argv.slice(2) as [string, string];
const target = JSON.parse(json) as Target;
const contender = allClients.find((client) => client.name === name);
if (contender === undefined) throw new Error(`No client is called ${name}.`);
const client = await contender.create(target);

// Before it is timed, every client must return the same: the job with all its fields, and a thousand records.
const job = (await client.job()) as { readonly JobName?: string };
const records = await client.history();
const isWhole = job.JobName === target.jobName && Object.keys(job).length >= Object.keys(wanted).length;
if (!isWhole || records.length !== 1000) throw new Error(`${name} did not return the whole result.`);

answerSamples({ job: () => client.job(), history: () => client.history() });
