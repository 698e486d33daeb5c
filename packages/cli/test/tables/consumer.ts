import { cp, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { repository } from '../support/description-copy.ts';
import { runCommand } from '../support/run-command.ts';
import { listJobs } from '../support/list-jobs.ts';

/** What a vendor's server adds to the specification. */
const OVERLAY = `overlay: 1.0.0
info: { title: Ours, version: '1' }
extends: odata.yaml
actions:
  - target: $.components.schemas.Job.properties
    update:
      Archived: { type: string, x-decode: boolean, description: Whether the job was put away. }
      Bytes: { type: integer, format: int64, description: What the job has moved. }
      Owner: { $ref: '#/components/schemas/Owner' }
  - target: $.components.schemas.HistoryRecord.properties
    update:
      rows: { type: integer, format: int64, description: Rows that the run has moved. }
      mode: { type: string, enum: [full, delta], description: What the run has read. }
      ended: { type: string, format: date-time, description: When the run has ended. }
      partial: { type: string, x-decode: boolean, description: Whether the run has left rows out. }
  - target: $.components.schemas
    update:
      Owner:
        type: object
        description: Whose job it is.
        properties:
          Name: { type: string, description: The name. }
          Bytes: { type: integer, format: int64, description: How much the owner may move. }
      Word: { type: string, description: One word. }
  - target: $.paths
    update:
${listJobs}
      /jobs('{JobName}')/extra:
        parameters:
          - { name: JobName, in: path, required: true, description: The name., schema: { type: string } }
        get:
          operationId: getExtra
          summary: Read the rest of a job
          responses:
            '200':
              description: The job.
              content: { application/json: { schema: { $ref: '#/components/schemas/Job' } } }
            4XX: { $ref: '#/components/responses/Error' }
        post:
          operationId: startExtra
          summary: Start a job
          requestBody:
            content: { application/json: { schema: { type: object, properties: { force: { type: boolean } } } } }
          responses:
            '200':
              description: How it goes.
              content: { application/json: { schema: { $ref: '#/components/schemas/Word' } } }
            '204': { description: It runs. }
            4XX: { $ref: '#/components/responses/Error' }
`;

/** A project whose `sync/` folder has the package generated from a document and an overlay. The caller removes it. */
export async function makeConsumer(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'syncline-consumer-'));
  await cp(join(repository, 'openapi'), join(folder, 'openapi'), { recursive: true });
  await writeFile(join(folder, 'ours.yaml'), OVERLAY);
  const document = `odata=${join(folder, 'openapi/odata.yaml')}`;
  const args = [
    'generate',
    '--document',
    document,
    '--overlay',
    join(folder, 'ours.yaml'),
    '--out',
    join(folder, 'sync'),
    '--import-extension',
    '.ts',
  ];
  expect(await runCommand(...args)).toMatchObject({ status: 0, err: '' });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
