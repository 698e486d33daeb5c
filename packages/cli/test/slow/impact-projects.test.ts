import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { CONSUMER_OPTIONS, consumerProject } from '../support/consumer-project.ts';
import { descriptionCopy, repository, temporaryFolder } from '../support/description-copy.ts';
import { runCommand } from '../support/run-command.ts';

const USE = `import type { Job } from '@syncline/openapi';
export const hook = (job: Job) => job.PreJob;
`;
const compilerOptions = CONSUMER_OPTIONS;
const solution = (...paths: readonly string[]): string =>
  JSON.stringify({ files: [], references: paths.map((path) => ({ path })) });

let changed: string;
beforeEach(async () => {
  changed = await descriptionCopy('schemas/Job.yaml', /  PreJob: .*\n.*\n/, '');
});

const impact = async (...args: readonly string[]) => {
  const { status, out, err } = await runCommand('impact', ...args, '--new', changed, '--json');
  const { impact: found = [], notExamined = [] } = JSON.parse(out) as {
    impact?: { file: string; line: number }[];
    notExamined?: { file: string; line: number | null; reason: string }[];
  };
  return { status, err, places: found.map(({ file, line }) => `${file}:${line}`), notExamined };
};

test('project references are followed, also through another solution, and each file counts once', async () => {
  const project = JSON.stringify({
    compilerOptions: { ...compilerOptions, composite: true },
    include: ['*.ts', '../shared/*.ts'],
  });
  const folder = await consumerProject({
    'tsconfig.json': solution('./app', './more'),
    'app/tsconfig.json': project,
    'app/use.ts': `import '../shared/shared.ts';\n${USE}`,
    'shared/shared.ts': USE,
    'more/tsconfig.json': solution('../lib/tsconfig.lib.json'),
    'lib/tsconfig.lib.json': project,
    'lib/use.ts': USE,
  });
  expect(await impact(folder)).toMatchObject({
    status: 1,
    places: ['app/use.ts:3', 'lib/use.ts:2', 'shared/shared.ts:2'],
    notExamined: [],
  });
  expect((await impact(join(folder, 'lib/tsconfig.lib.json'))).places).toEqual(['use.ts:2']);
});

test('a project without any source file is an error, not 0 uses', async () => {
  const folder = await consumerProject({ 'tsconfig.json': solution('./app'), 'app/tsconfig.json': '{ "files": [] }' });
  const { status, err, out } = await runCommand('impact', folder, '--new', changed);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toMatch(/tsconfig\.json has no source files, and neither have the projects that it refers to/);
});

test('a folder that does not exist, or whose files no project includes, is an error, not 0 uses', async () => {
  const folder = await consumerProject({
    'tsconfig.json': JSON.stringify({ compilerOptions, files: ['use.ts'] }),
    'use.ts': USE,
    'other/a.ts': USE,
  });
  const impactOf = (path: string) => runCommand('impact', join(folder, path), '--new', changed);
  const gone = await impactOf('gone');
  expect([gone.status, gone.err]).toEqual([2, expect.stringContaining('gone does not exist. Name the folder')]);
  const other = await impactOf('other');
  expect([other.status, other.err]).toEqual([
    2,
    expect.stringMatching(/other has no source file that belongs to .*tsconfig/),
  ]);
});

test('a reference to a project that does not exist is an error', async () => {
  const folder = await consumerProject({ 'tsconfig.json': solution('./gone') });
  const { status, err } = await runCommand('impact', folder, '--new', changed);
  expect(status).toBe(2);
  expect(err).toMatch(/gone.* does not exist, but a tsconfig\.json refers to it/);
});

test('the installed description is found above the project, and next to the client as pnpm installs it', async () => {
  const folder = await consumerProject({
    'apps/web/tsconfig.json': JSON.stringify({ compilerOptions, files: ['use.ts'] }),
    'apps/web/use.ts': USE,
  });
  expect((await impact(join(folder, 'apps/web'))).places).toEqual(['use.ts:2']);

  const store = await temporaryFolder();
  const scope = join(store, 'node_modules/.pnpm/client/node_modules/@syncline');
  mkdirSync(scope, { recursive: true });
  cpSync(join(repository, 'packages/client/package.json'), join(scope, 'client/package.json'));
  symlinkSync(join(repository, 'packages/openapi'), join(scope, 'openapi'));
  mkdirSync(join(store, 'node_modules/@syncline'), { recursive: true });
  symlinkSync(join(scope, 'client'), join(store, 'node_modules/@syncline/client'));
  writeFileSync(join(store, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
  writeFileSync(join(store, 'use.ts'), 'export const a = 1;\n');
  expect(await impact(store)).toMatchObject({ status: 0, err: '' });
});

test('what was not examined is named: other files, imports without a type, and computed names', async () => {
  const folder = await consumerProject({
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
    'src/use.ts': `import type { Job } from '@syncline/openapi';
import type { ODataClient } from '@syncline/client';
import { job } from './gone.ts';
export const field = (value: Job, name: keyof Job) => value[name];
export const call = (odata: ODataClient, id: 'getJob' & string, any: string) => odata.call(any as never, { id } as never);
export const raw = (odata: ODataClient, path: string) => odata.raw.GET(path as never);
export const lost = job.PreJob;
`,
    'scripts/report.js': "import { basic } from '@syncline/auth';\n",
    'scripts/other.js': 'export const a = 1;\n',
    'Page.vue': "<script>import { createODataClient } from '@syncline/client'</script>\n",
    'node_modules/x/index.js': "require('@syncline/auth');\n",
  });
  const { places, notExamined } = await impact(folder);
  expect(places).toEqual([]);
  expect(notExamined.map(({ file, line, reason }) => `${file}:${line} ${reason}`)).toEqual([
    'src/use.ts:4 the code does not show the name of the field of Job',
    'src/use.ts:5 the code does not show the operationId or the path',
    'src/use.ts:6 the code does not show the operationId or the path',
    'src/use.ts:3 TypeScript does not find ./gone.ts',
    'Page.vue:null no project includes it',
    'scripts/report.js:null no project includes it (set allowJs, or include it)',
  ]);
  const { out } = await runCommand('impact', folder, '--new', changed);
  expect(out).toContain('0 uses of what changed (1 change) in 1 file, of which 1 import @syncline.');
  expect(out).toContain(
    'Not examined, and possibly affected: 6 places.\n    src/use.ts:4 the code does not show the name of the field of Job',
  );
});

test('code that was generated with an overlay is treated like the packages', async () => {
  const folder = await consumerProject({
    'use.ts': "import type { Job } from './sync/records.gen.js';\nexport const a = (job: Job) => job.PreJob;\n",
  });
  await runCommand(
    'generate',
    '--document',
    `odata=${join(repository, 'packages/openapi/documents/odata.json')}`,
    '--out',
    join(folder, 'sync'),
  );
  expect((await impact(folder)).places).toEqual(['use.ts:2']);
});

test('an environment that chooses the credential is named when a scheme is removed', async () => {
  changed = await descriptionCopy('odata.yaml', '  - apiKeyQuery: []\n', '');
  const folder = await consumerProject({
    'use.ts':
      "import { basic, fromEnvironment as chosen } from '@syncline/auth';\nexport const all = [chosen('odata'), chosen('cloud'), basic({ username: 'a', password: 'b' })];\n",
  });
  expect(await impact(folder)).toMatchObject({
    status: 0,
    places: [],
    notExamined: [{ line: 2, reason: 'the environment chooses the credential, which may be apiKeyQuery' }],
  });
});

test('a renamed node_modules folder leaves no description: exit 2', async () => {
  const folder = await consumerProject({ 'use.ts': USE });
  renameSync(join(folder, 'node_modules'), join(folder, 'modules'));
  const { status, err } = await runCommand('impact', folder, '--new', changed);
  rmSync(join(folder, 'modules'), { recursive: true });
  expect({ status, err }).toMatchObject({ status: 2, err: expect.stringContaining('--old') as string });
});
