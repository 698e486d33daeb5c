/** The mock servers as their own commands start them, each with files of its own in a folder: the same job, the same three fields. */
import odata from '@syncline/openapi/documents/odata.json' with { type: 'json' };
import { createCredentials } from '@syncline/sandbox/core';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Running } from '../harness/child.ts';
import { freePort, startCommand } from '../harness/command.ts';
import { peerFile } from '../harness/peers.ts';
import { job, selectedJob } from './records.ts';

/** A server, the address of its job, and what it wants to be asked with. */
export type MockServer = Running & { readonly url: string; readonly headers: Readonly<Record<string, string>> };

const query = '?$select=JobName,Scheduled,Source';

/** `syncline-sandbox --port … --data …` */
export async function startSandbox(folder: string): Promise<MockServer> {
  const file = join(folder, 'data.json');
  writeFileSync(file, JSON.stringify({ jobs: [{ ...job, JobName: 'nightly', ScheduledCron: '0 2 * * *' }] }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/odata/jobs('nightly')${query}`;
  const bin = new URL('../../../sandbox/src/bin.ts', import.meta.url);
  const { apiKey } = createCredentials('acme');
  const running = await startCommand(bin, ['--port', String(port), '--data', file], url, ['--conditions=@syncline/source']);
  return { ...running, url, headers: { [apiKey.headerName]: apiKey.value } };
}

/** `json-server db.json --port … --id JobName` */
export async function startJsonServer(folder: string): Promise<MockServer> {
  const file = join(folder, 'db.json');
  writeFileSync(file, JSON.stringify({ jobs: [selectedJob] }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/jobs/nightly`;
  const running = await startCommand(peerFile('node_modules/json-server/lib/cli/bin.js'), [file, '--host', '127.0.0.1', '--port', String(port), '--id', 'JobName'], url);
  return { ...running, url, headers: {} };
}

/** `prism mock odata.json --port …`, with the three fields as the document's example of a job */
export async function startPrism(folder: string): Promise<MockServer> {
  const document = structuredClone(odata) as object as { paths: Record<string, { get: { responses: Record<string, { content: Record<string, { examples: object }> }> } }> };
  const answer = document.paths["/jobs('{JobName}')"]?.get.responses['200']?.content['application/json'];
  if (answer === undefined) throw new Error('the OData document has no answer to getJob in JSON');
  answer.examples = { job: { value: selectedJob } };
  const file = join(folder, 'odata.json');
  writeFileSync(file, JSON.stringify(document));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/jobs('nightly')${query}`;
  const running = await startCommand(peerFile('node_modules/@stoplight/prism-cli/dist/index.js'), ['mock', file, '--host', '127.0.0.1', '--port', String(port)], url);
  return { ...running, url, headers: { 'x-vendor-authtoken': 'any' } };
}
