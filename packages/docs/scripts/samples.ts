/** Writes the names of records that the page's sandbox has, so that the inputs of the try-it panels start with them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basic } from '@syncline/auth';
import { createODataClient, createV2Client } from '@syncline/client';
import { createSandbox } from '@syncline/sandbox';
import type { MethodOperation } from '../src/try-it/operation.ts';
import { sandboxStart } from '../src/try-it/sandbox-start.ts';

const sandbox = createSandbox({ clock: { start: sandboxStart } });
const common = { credential: basic(sandbox.credentials.basic), fetch: sandbox.fetch };
const odata = createODataClient({ baseUrl: sandbox.urls.odata, ...common });
const v2 = createV2Client({ baseUrl: sandbox.urls.v2, ...common });

const [run] = await odata.history.list({ orderBy: 'runstartdate desc' });
const JobName = String(run?.['jobname']);
const job_id = String(run?.['jobid']);
if ((await v2.jobs.status(job_id)).length === 0) throw new Error(`The sandbox has no status of ${job_id}.`);

for (const workspace of await v2.workspaces.list())
  for (const transformation of workspace.transformations ?? []) {
    const task_id = await firstTask(transformation.id ?? '');
    if (task_id === undefined) continue;
    const file = new URL('../src/generated/samples.json', import.meta.url);
    mkdirSync(new URL('./', file), { recursive: true });
    const samples: Record<MethodOperation['pathParameters'][number], string> = {
      JobName,
      job_id,
      transformation_id: transformation.id ?? '',
      task_id,
    };
    writeFileSync(file, JSON.stringify(samples, null, 2));
    await sandbox.close();
    process.exit(0);
  }
throw new Error('The sandbox has no task with a history.');

async function firstTask(transformationId: string): Promise<string | undefined> {
  const { generateData } = await import('../../sandbox/src/generate/data.ts');
  const keys = Object.keys(generateData({ seed: 1, scale: {}, now: new Date(sandboxStart) }).taskHistory ?? {});
  return keys
    .find((key) => key.startsWith(`${encodeURIComponent(transformationId)}/`) || key.startsWith(`${transformationId}/`))
    ?.split('/')[1];
}
