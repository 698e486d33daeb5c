import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { consumerProject } from '../support/consumer-project.ts';
import { descriptionCopy, repository, temporaryFolder } from '../support/description-copy.ts';
import { runCommand } from '../support/run-command.ts';

const CODE = `import { clientCredentials } from '@syncline/auth';
import { createCloudClient, createODataClient, createV2Client, type ODataClient } from '@syncline/client';
import { odata as filterText, rawFilter } from '@syncline/odata';
import type { Job } from '@syncline/openapi';

export async function read(odata: ODataClient) {
  const job = await odata.jobs.get('a', { select: ['JobName', 'PreJob'] });
  const whole = await odata.jobs.get('a');
  const { PostJob, PreJob: before } = whole;
  return [job.PreJob, whole['PreJob'], PostJob, before];
}
export const made: Job = { JobName: 'a', PreJob: 'x' };
export const PreJob = 'a name of my own';
export const own = { PreJob };
export const built = (odata: ODataClient) => odata.history.list({ filter: (h) => h.details.contains('PreJob'), orderBy: 'details desc' });
export const text = filterText\`details eq \${'a'} and connectorid eq 'details'\`;
export const raw = rawFilter("instanceid eq 'connectorid'");
export const cloud = createCloudClient({ baseUrl: 'https://a.invalid', credential: clientCredentials({ authUrl: 'https://b.invalid', clientId: 'a', clientSecret: 'b' }) });
export const answer = () => cloud.query('SELECT 1');
export const status = createV2Client;
export const make = createODataClient;
`;

const consumer = (): Promise<string> => consumerProject({ 'use.ts': CODE });

async function projectWithoutPackages(): Promise<string> {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "types": [] }, "files": ["use.ts"] }');
  writeFileSync(join(folder, 'use.ts'), 'export const a = 1;');
  return folder;
}

const places = async (file: string, from: string | RegExp, to: string): Promise<readonly string[]> => {
  const { out } = await runCommand(
    'impact',
    await consumer(),
    '--new',
    await descriptionCopy(file, from, to),
    '--json',
  );
  return (JSON.parse(out) as { impact: { line: number; column: number; uses: string; bump: string }[] }).impact.map(
    ({ line, column, uses, bump }) => `${line}:${column} ${uses} ${bump}`,
  );
};

test('a removed field: each way to read and write it, and nothing that only shares its name', async () => {
  expect(await places('schemas/Job.yaml', /  PreJob: .*\n.*\n/, '')).toEqual([
    '7:63 field Job.PreJob major',
    '9:20 field Job.PreJob major',
    '10:15 field Job.PreJob major',
    '10:29 field Job.PreJob major',
    '12:42 field Job.PreJob major',
  ]);
});

test('a changed field of a filter: the builder, the order and the text', async () => {
  expect(await places('schemas/HistoryRecord.yaml', 'details: { type: string', 'details: { type: integer')).toEqual([
    '15:84 field HistoryRecord.details major',
    '15:121 field HistoryRecord.details major',
    '16:31 field HistoryRecord.details major',
  ]);
});

test('a string inside a filter is a value, not a field', async () => {
  expect(
    await places('schemas/HistoryRecord.yaml', 'connectorid: { type: string', 'connectorid: { type: integer'),
  ).toEqual(['16:31 field HistoryRecord.connectorid major']);
});

test('a changed operation: its calls', async () => {
  expect(await places('cloud.yaml', '/api/query:', '/api/sql:')).toEqual(['19:35 operation runQuery major']);
  expect(await places('schemas/TokenResponse.yaml', 'type: string', 'type: integer')).toEqual([]);
  expect(await places('cloud.yaml', '/oauth/token:', '/oauth/tokens:')).toEqual(['18:84 operation createToken major']);
});

test('a change of documentation is shown only with --all', async () => {
  const changed = await descriptionCopy(
    'schemas/Job.yaml',
    'Code that runs as the pre-job event.',
    'Code of the pre-job event.',
  );
  const folder = await consumer();
  expect((await runCommand('impact', folder, '--new', changed)).out).toBe(
    '0 uses of what changed (1 change, of which 1 of documentation) in 1 file, of which 1 import @syncline.',
  );
  expect((await runCommand('impact', folder, '--new', changed, '--all')).out).toContain('5 uses of what changed');
});

test('the output names file, line, reason and code; the exit status says whether something breaks', async () => {
  const { status, out } = await runCommand(
    'impact',
    await consumer(),
    '--new',
    await descriptionCopy(
      'schemas/Job.yaml',
      'PostJob: { type: string,',
      'PostJob: { type: string, x-decode: boolean,',
    ),
  );
  expect(out).toContain(
    'use.ts:9:11 major `x-decode` of `Job.PostJob` was set to boolean. (the decoded type changes)\n    const { PostJob, PreJob: before } = whole;',
  );
  expect(status).toBe(1);
});

test.each([
  [
    'a folder without a project',
    async () => ['impact', '/', '--old', `${repository}openapi`, '--new', `${repository}openapi`],
    /has no tsconfig\.json/,
  ],
  [
    'a project without the package',
    async () => ['impact', await projectWithoutPackages(), '--new', `${repository}openapi`],
    /no @syncline\/openapi installed/,
  ],
  [
    'a description that does not exist',
    async () => ['impact', await consumer(), '--new', 'absent'],
    /absent does not exist/,
  ],
])('%s: exit 2', async (_title, args, says) => {
  const { status, err } = await runCommand(...(await args()));
  expect(err).toMatch(says);
  expect(status).toBe(2);
});
