/**
 * Starts the mock servers with their own commands, with the same jobs and the same three fields. Each has its own files
 * in a folder.
 */
import odata from '@syncline/openapi/documents/odata.json' with { type: 'json' };
import { createCredentials } from '@syncline/sandbox/portable';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Server } from '../harness/child.ts';
import { freePort, startCommand } from '../harness/command.ts';
import { peerFile } from '../harness/peers.ts';
import { jobNames, jobs, jsonServerData, onlyJob, selectedJob } from './records.ts';

/**
 * A server, the address of its jobs with `{name}` for the name (without it, if there is only one job), and the headers
 * that it needs.
 */
export type MockServer = Server & { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** The address of one job. */
export function addressOf(url: string, name: string): string {
  return url.replace('{name}', name);
}

const query = '?$select=JobName,Scheduled,Source';

/** `syncline-sandbox --port … --data …` */
export async function startSandbox(folder: string): Promise<MockServer> {
  const file = join(folder, 'data.json');
  writeFileSync(file, JSON.stringify({ jobs: jobs() }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/odata/jobs('{name}')${query}`;
  const bin = new URL('../../../sandbox/src/bin.ts', import.meta.url);
  const { apiKey } = createCredentials('acme');
  const running = await startCommand(bin, ['--port', String(port), '--data', file], addressOf(url, onlyJob), [
    '--conditions=@syncline/source',
  ]);
  return { ...running, url, headers: { [apiKey.headerName]: apiKey.value } };
}

/** `json-server db.json --port … --id JobName`, with `count` jobs in the file */
export function startJsonServer(count = jobNames.length) {
  return async (folder: string): Promise<MockServer> => {
    const file = join(folder, 'db.json');
    writeFileSync(file, jsonServerData(count));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/jobs/${count === 1 ? onlyJob : '{name}'}`;
    const running = await startCommand(
      peerFile('node_modules/json-server/lib/cli/bin.js'),
      [file, '--host', '127.0.0.1', '--port', String(port), '--id', 'JobName'],
      addressOf(url, onlyJob),
    );
    return { ...running, url, headers: {} };
  };
}

/** `prism mock odata.json --port …`, with the three fields as the document's example of a job */
export async function startPrism(folder: string): Promise<MockServer> {
  const document = structuredClone(odata) as object as {
    paths: Record<string, { get: { responses: Record<string, { content: Record<string, { examples: object }> }> } }>;
  };
  const answer = document.paths["/jobs('{JobName}')"]?.get.responses['200']?.content['application/json'];
  if (answer === undefined) throw new Error('The OData document has no JSON response for getJob.');
  answer.examples = { job: { value: selectedJob(onlyJob) } };
  const file = join(folder, 'odata.json');
  writeFileSync(file, JSON.stringify(document));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/jobs('${onlyJob}')${query}`;
  const running = await startCommand(
    peerFile('node_modules/@stoplight/prism-cli/dist/index.js'),
    ['mock', file, '--host', '127.0.0.1', '--port', String(port)],
    url,
  );
  return { ...running, url, headers: { 'x-acme-authtoken': 'any' } };
}
