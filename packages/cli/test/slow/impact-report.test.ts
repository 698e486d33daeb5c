import { expect, test } from 'vitest';
import { sarifErrors } from '../../../jobs/test/support/sarif-errors.ts';
import type { Findings, Impact } from '../../src/impact/find-impact.ts';
import { printGithub } from '../../src/impact/report/github.ts';
import { toSarif } from '../../src/impact/report/sarif.ts';
import { printText } from '../../src/impact/report/text.ts';
import { consumerProject } from '../support/consumer-project.ts';
import { descriptionCopy } from '../support/description-copy.ts';
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
  const output = { out: () => undefined, err: () => undefined, colour: false };
  expect(
    printText(findings, 3, 2, output).join('\n'),
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
  expect(printGithub(findings, 'app/')).toEqual([
    '::error file=app/src/a b%2Cc.ts,line=3,col=5,endColumn=11,title=syncline impact%3A major::Property `PreJob` was 100%25 removed: gone.%0Astring → removed%0AStop using `Job.PreJob`.',
    '::warning file=app/src/a b%2Cc.ts,line=4,col=5,endColumn=11,title=syncline impact%3A deprecated::Property `PreJob` was 100%25 removed: gone.',
    '::warning file=app/b.ts,line=7,title=syncline impact%3A not examined::TypeScript does not find ./x',
    '::warning file=app/c.js,title=syncline impact%3A not examined::no project includes it',
  ]);
});

test('sarif is a 2.1.0 log with rules, levels, places, fingerprints and what was not examined', () => {
  const log = toSarif(findings, 'app/') as {
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
        { level: 'warning', message: { text: 'Not examined: TypeScript does not find ./x' } },
        { message: { text: 'Not examined: no project includes it' } },
      ],
    },
  ]);
  // A line that moves keeps its fingerprint; another message has another one.
  const [first, second] = run?.results.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints)) ?? [];
  expect(first).toMatch(/"use\/v1":"[0-9a-f]{32}"/);
  expect(second).toBe(first);
});

test('sarif is valid according to the schema of SARIF 2.1.0, also without findings', () => {
  expect(sarifErrors(toSarif(findings, 'app/'))).toEqual([]);
  expect(sarifErrors(toSarif({ ...findings, impact: [], notExamined: [] }, ''))).toEqual([]);
  // A line 0 is wrong, so the schema was applied.
  expect(sarifErrors(toSarif({ ...findings, impact: [{ ...use, line: 0 }] }, ''))).not.toEqual([]);
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
