import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { descriptionCopy, repository, temporaryFolder } from '../support/description-copy.ts';
import { listJobs } from '../support/list-jobs.ts';
import { runCommand } from '../support/run-command.ts';

const OVERLAY = `overlay: 1.0.0
info: { title: Ours, version: '1' }
extends: odata.yaml
actions:
  - target: $.components.securitySchemes.apiKeyHeader
    update: { name: x-acme-authtoken }
  - target: $.components.securitySchemes.apiKeyHeader['x-name-template']
    remove: true
  - target: $.components.schemas.Job.properties
    update:
      Priority: { type: string, x-decode: integer, description: How soon the job runs., x-source: '2.1' }
  - target: $.paths
    update:
${listJobs}
`;

const generate = async (folder: string, overlay: string, ...more: string[]) => {
  writeFileSync(join(folder, 'ours.yaml'), overlay);
  return runCommand(
    'generate',
    '--document',
    `odata=${join(folder, 'odata.yaml')}`,
    '--overlay',
    join(folder, 'ours.yaml'),
    '--out',
    join(folder, 'sync'),
    ...more,
  );
};

test('a vendor header, a new field and an operation of an overlay are in the tables and types', async () => {
  const folder = await descriptionCopy();
  expect(await generate(folder, OVERLAY)).toMatchObject({ status: 0, err: '' });
  const read = (name: string): string => readFileSync(join(folder, 'sync', name), 'utf8');
  expect(read('security-schemes.gen.ts')).toContain(
    "apiKeyHeaderScheme = { scheme: 'apiKey', in: 'header', name: 'x-acme-authtoken', nameTemplate: null",
  );
  expect(read('records.gen.ts')).toMatch(/Priority\?: number;/);
  expect(read('decode.gen.ts')).toMatch(/whole: \[.*'Priority'\]/);
  expect(read('operations.gen.ts')).toContain('export const listJobs = {');
  expect(read('index.ts')).toContain("from './odata.gen.js'");
});

test('the generated files compile in a strict project, the new operation included', async () => {
  const folder = await descriptionCopy();
  await generate(folder, OVERLAY);
  await mkdir(join(folder, 'node_modules'));
  await symlink(join(repository, 'node_modules/openapi-fetch'), join(folder, 'node_modules/openapi-fetch'));
  await symlink(
    join(repository, 'node_modules/openapi-typescript-helpers'),
    join(folder, 'node_modules/openapi-typescript-helpers'),
  );
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'use.ts'),
    `import createClient from 'openapi-fetch';
import { listJobs, type Job, type ODataPaths } from './sync/index.js';
const client = createClient<ODataPaths>();
export const jobs = async (): Promise<string | undefined> => (await client.GET(listJobs.path)).data?.[0]?.Priority;
export const job: Job = { JobName: 'a', Priority: 3 };
// @ts-expect-error the field is a number once decoded
export const wrong: Job = { JobName: 'a', Priority: '3' };
`,
  );
  const tsc = createRequire(join(repository, 'packages/cli/package.json')).resolve('typescript/lib/tsc.js');
  const run = (): string =>
    execFileSync(
      process.execPath,
      [
        tsc,
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--module',
        'nodenext',
        '--target',
        'es2022',
        '--lib',
        'es2023,dom',
        'use.ts',
      ],
      { cwd: folder, encoding: 'utf8', stdio: 'pipe' },
    );
  expect(run()).toBe('');
});

test('a second run writes nothing, and --check reports whether it would', async () => {
  const folder = await descriptionCopy();
  await generate(folder, OVERLAY);
  expect((await generate(folder, OVERLAY)).out).toMatch(/, 0 written$/);
  expect(await generate(folder, OVERLAY, '--check')).toMatchObject({ status: 0 });
  const changed = await generate(folder, OVERLAY.replace('How soon', 'How fast'), '--check');
  expect(changed.status).toBe(1);
  expect(changed.out).toContain('differs records.gen.ts');
  expect(changed.out).toMatch(/^10 files in .*, 3 differ$/m);
  expect(changed.err).toBe('Run the same command without --check to update the folder.');
  const report = await generate(folder, OVERLAY.replace('How soon', 'How fast'), '--check', '--json');
  expect(report).toMatchObject({ status: 1, err: '' });
  expect(JSON.parse(report.out)).toMatchObject({ missing: [], extra: [] });
});

test.each<[string, (folder: string) => Promise<{ status: number; err: string; out: string }>, RegExp]>([
  [
    'a document that does not lint',
    async (folder) =>
      runCommand(
        'generate',
        '--document',
        `odata=${join(await descriptionCopy('odata.yaml', 'operationId: getJob', 'operationID: getJob'), 'odata.yaml')}`,
        '--out',
        join(folder, 'sync'),
      ),
    /odata\.yaml:\d+ /,
  ],
  [
    'an overlay whose target matches nothing',
    (folder) => generate(folder, OVERLAY.replace('schemas.Job.', 'schemas.Jobs.')),
    /ours\.yaml:9 target \$\.components\.schemas\.Jobs\.properties matches nothing/,
  ],
  [
    'an overlay for another document',
    (folder) => generate(folder, OVERLAY.replace('extends: odata.yaml', 'extends: v2.yaml')),
    /ours\.yaml:3 extends v2\.yaml, which is not one of the documents/,
  ],
  ['a file that is not an overlay', (folder) => generate(folder, 'overlay: 2'), /is not an Overlay 1\.0 document/],
  [
    'an overlay without actions',
    (folder) => generate(folder, "overlay: 1.0.0\ninfo: { title: a, version: '1' }\nactions: []"),
    /has no actions/,
  ],
  [
    'an overlay that breaks the document',
    (folder) => generate(folder, OVERLAY.replace('summary: Read all jobs', 'sumary: Read all jobs')),
    /ours\.yaml:17 Property `sumary` is not expected here/,
  ],
  [
    'a document without a name',
    (folder) => runCommand('generate', '--document', 'odata.yaml', '--out', join(folder, 'sync')),
    /write name=path/,
  ],
  ['no document', (folder) => runCommand('generate', '--out', join(folder, 'sync')), /name a document|--document/],
  [
    'two documents of one name',
    (folder) =>
      runCommand('generate', '--document', 'a=x.yaml', '--document', 'a=y.yaml', '--out', join(folder, 'sync')),
    /second document named a/,
  ],
  ['an unknown option', () => runCommand('generate', '--document', 'a=b', '--out', 'c', '--fast'), /unknown option/],
])('%s: one clear message, exit 2, nothing written', async (_title, act, says) => {
  const folder = await descriptionCopy();
  const { status, err } = await act(folder);
  expect(err).toMatch(says);
  expect(status).toBe(2);
  expect(existsSync(join(folder, 'sync'))).toBe(false);
});

test('an output folder with unmanaged files is not changed', async () => {
  const folder = await descriptionCopy();
  const out = await temporaryFolder();
  writeFileSync(join(out, 'mine.ts'), 'export {};\n');
  const { status, err } = await runCommand(
    'generate',
    '--document',
    `odata=${join(folder, 'odata.yaml')}`,
    '--out',
    out,
  );
  expect(status).toBe(2);
  expect(err).toContain('mine.ts');
  expect(readdirSync(out)).toEqual(['mine.ts']);
});

test('with --json an error is one JSON document', async () => {
  const { status, out } = await runCommand('generate', '--document', 'a=absent.yaml', '--out', 'x', '--json');
  expect(status).toBe(2);
  expect(JSON.parse(out)).toMatchObject({
    error: { code: 'GENERATE_FAILED', problems: [{ reason: 'cannot be read' }] },
  });
});
