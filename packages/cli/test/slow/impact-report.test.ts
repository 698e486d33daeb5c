import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sarifErrors } from '../../../jobs/test/support/sarif-errors.ts';
import type { Findings, Impact } from '../../src/impact/find-impact.ts';
import { printAnnotations, printText, toSarif } from '../../src/impact/report.ts';
import { consumerProject } from '../support/consumer-project.ts';
import { descriptionCopy, temporaryFolder } from '../support/description-copy.ts';
import { runCommand } from '../support/run-command.ts';

const use: Impact = {
  file: 'src/a b,c.ts',
  line: 3,
  column: 5,
  endColumn: 11,
  code: 'job.PreJob;',
  uses: 'field Job.PreJob',
  bump: 'major',
  topic: 'field-removed',
  message: 'Property `PreJob` was 100% removed: gone.',
  why: 'because',
  before: 'string',
  after: null,
  action: 'Stop using `Job.PreJob`.',
};
const findings: Findings = {
  impact: [use, { ...use, line: 4, bump: 'minor', topic: 'deprecated', before: null, after: null, action: null }],
  files: 2,
  importing: 1,
  notExamined: [
    { file: 'b.ts', line: 7, reason: 'TypeScript does not find ./x' },
    { file: 'c.js', line: null, reason: 'no project includes it' },
  ],
};

test('text shows each use with the change and what to do, and what was not examined', () => {
  expect(
    printText(findings, 3, 2, { colored: false }).join('\n'),
  ).toBe(`src/a b,c.ts:3:5 major Property \`PreJob\` was 100% removed: gone. (because)
    job.PreJob;
    string → removed
    Stop using \`Job.PreJob\`.
src/a b,c.ts:4:5 deprecated Property \`PreJob\` was 100% removed: gone. (because)
    job.PreJob;
2 uses of what changed (3 changes, of which 1 of documentation) in 2 files, of which 1 import @syncline.
Not examined, and possibly affected: 2 places.
    b.ts:7 TypeScript does not find ./x
    c.js no project includes it`);
});

test('github prints one escaped annotation for each use and each place that was not examined', () => {
  expect(printAnnotations(findings, 'app/')).toEqual([
    '::error file=app/src/a b%2Cc.ts,line=3,col=5,endColumn=11,title=syncline impact%3A major::Property `PreJob` was 100%25 removed: gone.%0Astring → removed%0AStop using `Job.PreJob`.',
    '::warning file=app/src/a b%2Cc.ts,line=4,col=5,endColumn=11,title=syncline impact%3A deprecated::Property `PreJob` was 100%25 removed: gone.',
    '::warning file=app/b.ts,line=7,title=syncline impact%3A not examined::TypeScript does not find ./x',
    '::warning file=app/c.js,title=syncline impact%3A not examined::no project includes it',
  ]);
});

test('sarif is a 2.1.0 log with rules, levels, places, fingerprints and what was not examined', () => {
  const log = toSarif(findings, 'app/') as unknown as {
    version: string;
    runs: {
      tool: { driver: { rules: { id: string }[] } };
      invocations: unknown[];
      results: Record<string, unknown>[];
    }[];
  };
  const [run] = log.runs;
  expect(log.version).toBe('2.1.0');
  expect(run?.tool.driver.rules.map(({ id }) => id)).toEqual(['deprecated', 'field-removed']);
  expect(run?.results).toMatchObject([
    {
      ruleId: 'field-removed',
      ruleIndex: 1,
      level: 'error',
      message: { text: 'Property `PreJob` was 100% removed: gone.\nstring → removed\nStop using `Job.PreJob`.' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'app/src/a%20b%2Cc.ts', uriBaseId: '%SRCROOT%' },
            region: { startLine: 3, startColumn: 5, endColumn: 11 },
          },
        },
      ],
    },
    { ruleId: 'deprecated', ruleIndex: 0, level: 'warning' },
  ]);
  expect(run?.invocations).toMatchObject([
    {
      executionSuccessful: true,
      toolExecutionNotifications: [
        {
          level: 'warning',
          message: { text: 'Not examined: TypeScript does not find ./x' },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: 'app/b.ts', uriBaseId: '%SRCROOT%' },
                region: { startLine: 7 },
              },
            },
          ],
        },
        {
          message: { text: 'Not examined: no project includes it' },
          locations: [{ physicalLocation: { artifactLocation: { uri: 'app/c.js' } } }],
        },
      ],
    },
  ]);
  // The fingerprint of a finding stays the same if its line moves. A different message gives a different fingerprint.
  const [first, second] = run?.results.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints)) ?? [];
  expect(first).toMatch(/"use\/v1":"[0-9a-f]{32}"/);
  expect(second).toBe(first);
});

test('sarif is valid according to the schema of SARIF 2.1.0, also without findings', () => {
  expect(sarifErrors(toSarif(findings, 'app/'))).toEqual([]);
  expect(sarifErrors(toSarif({ ...findings, impact: [], notExamined: [] }, ''))).toEqual([]);
  // Line 0 is invalid. This shows that the schema was applied.
  expect(sarifErrors(toSarif({ ...findings, impact: [{ ...use, line: 0 }] }, ''))).not.toEqual([]);
});

test('rules are named in words, and a finding without sides or action is its message', () => {
  const log = toSarif({ ...findings, notExamined: [] }, '') as unknown as {
    runs: { tool: { driver: object }; results: { message: object }[]; invocations: object[] }[];
  };
  const [run] = log.runs;
  expect(run?.tool.driver).toEqual({
    name: 'syncline impact',
    informationUri: 'https://github.com/syncline/syncline',
    rules: [
      { id: 'deprecated', shortDescription: { text: 'deprecated' } },
      { id: 'field-removed', shortDescription: { text: 'field removed' } },
    ],
  });
  expect(run?.results[1]?.message).toEqual({ text: 'Property `PreJob` was 100% removed: gone.' });
  expect(run?.invocations).toEqual([{ executionSuccessful: true, toolExecutionNotifications: [] }]);
  const level = (bump: 'patch' | 'minor' | 'major') =>
    (
      toSarif({ ...findings, impact: [{ ...use, bump }] }, '') as unknown as {
        runs: { results: { level: string }[] }[];
      }
    ).runs[0]?.results[0]?.level;
  expect([level('patch'), level('minor'), level('major')]).toEqual(['note', 'warning', 'error']);
});

test('a fingerprint depends on the file, the code, what it uses and the message, and not on the line', () => {
  const print = (more: Partial<Impact>) =>
    JSON.stringify(
      (
        toSarif({ ...findings, impact: [{ ...use, ...more }] }, '') as unknown as {
          runs: { results: Record<string, unknown>[] }[];
        }
      ).runs[0]?.results[0]?.['partialFingerprints'],
    );
  expect(print({ line: 9, column: 1, bump: 'minor' })).toBe(print({}));
  for (const more of [{ file: 'b.ts' }, { code: 'x' }, { uses: 'field Job.PostJob' }, { message: 'Other.' }] as const)
    expect(print(more)).not.toBe(print({}));
});

test('github shows a change of documentation as a notice', () => {
  expect(
    printAnnotations({ ...findings, notExamined: [], impact: [{ ...use, bump: 'patch', file: 'a%b:c.ts' }] }, '')[0],
  ).toMatch(/^::notice file=a%25b%3Ac\.ts,line=3/);
});

test('uses of what is only deprecated do not fail the command', async () => {
  const folder = await consumerProject({
    'use.ts': "import type { Job } from '@syncline/openapi';\nexport const a = (job: Job) => job.PreJob;\n",
    'other.ts': 'export const PreJob = 1;\n',
    'types.d.ts': "export type A = import('@syncline/openapi').Job['PreJob'];\n",
  });
  const changed = await descriptionCopy('schemas/Job.yaml', 'PreJob: { type', 'PreJob: { deprecated: true, type');
  const { status, out } = await runCommand('impact', folder, '--new', changed);
  expect(out).toContain('use.ts:2:36 deprecated');
  expect(out).toMatch(/^1 use of what changed .* in 2 files, of which 1 import @syncline\.$/m);
  expect(status).toBe(0);
});

test('annotations name files from the folder in which the command runs', async () => {
  const root = await temporaryFolder();
  const app = join(root, 'apps/web');
  await consumerProject(
    { 'use.ts': "import type { Job } from '@syncline/openapi';\nexport const a = (job: Job) => job.PreJob;\n" },
    app,
  );
  const changed = await descriptionCopy('schemas/Job.yaml', /  PreJob: .*\n.*\n/, '');
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  const fileFrom = async (folder: string, output: string): Promise<string | undefined> => {
    process.chdir(folder);
    const { out } = await runCommand('impact', app, '--new', changed, '--output', output);
    return /file=(.*?),|"uri": "(.*?)"/.exec(out)?.slice(1).join('');
  };
  expect(await fileFrom(root, 'github')).toBe('apps/web/use.ts');
  expect(await fileFrom(root, 'sarif')).toBe('apps/web/use.ts');
  expect(await fileFrom(app, 'github')).toBe('use.ts');
  expect(await fileFrom(before, 'github')).toBe('use.ts');
});

test('--output chooses the format, and the exit status still says whether something breaks', async () => {
  const folder = await consumerProject({
    'use.ts': "import type { Job } from '@syncline/openapi';\nexport const a = (job: Job) => job.PreJob;\n",
  });
  const changed = await descriptionCopy('schemas/Job.yaml', /  PreJob: .*\n.*\n/, '');
  const run = (format: string) => runCommand('impact', folder, '--new', changed, '--output', format);
  const sarif = await run('sarif');
  expect(JSON.parse(sarif.out)).toMatchObject({ version: '2.1.0', runs: [{ results: [{ ruleId: 'field-removed' }] }] });
  expect(sarifErrors(JSON.parse(sarif.out))).toEqual([]);
  expect(sarif.status).toBe(1);
  expect(await run('github')).toMatchObject({
    status: 1,
    out: expect.stringMatching(/^::error file=use\.ts,line=2/) as string,
  });
  expect((await run('text')).out).toContain('string → removed');
  expect((await run('xml')).status).toBe(2);
});
