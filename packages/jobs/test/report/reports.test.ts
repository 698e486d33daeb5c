import { isConfigError } from '@syncline/core/internal';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createInventory,
  createSarifLog,
  type Finding,
  type Inventory,
  type JobEntry,
  type LintReport,
  lintJobs,
  locateFindings,
  printJUnit,
  type SarifLevel,
  type SarifLog,
  type Snapshot,
  takeSnapshot,
  toJUnit,
  toSarif,
} from '../../src/index.ts';
import { sarifErrors } from '../support/sarif-errors.ts';

const hostile = 'A & "B" <c> \u0000\u001b[31m\u202e\ud800 日本';
const lost: JobEntry = { kind: 'unreadable', name: 'Lost <job>', reason: new Error('no & "answer"') };
const inventory: Inventory = (() => {
  const made = createInventory({
    jobs: [
      { JobName: hostile, JobId: '1', DropTable: 'TRUE', HistoryMode: 'true', PreJob: 'pwd = "hunter2"' },
      { JobName: 'Fine', JobId: '2', Source: 'CRM', Destination: 'Lake', Scheduled: true, ScheduledCron: '@daily' },
    ],
    whole: true,
    workspaces: [{ id: 'w', name: 'W', connections: [] }],
  });
  return { ...made, entries: [...made.entries, lost] };
})();
let report: LintReport;
let snapshot: Snapshot;
let sarif: SarifLog;
beforeAll(async () => {
  report = lintJobs(inventory, { now: new Date('2026-01-01') });
  snapshot = await takeSnapshot(inventory);
  sarif = await toSarif(report, { snapshot, folder: './jobs/prod & test/' });
});

interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly invocations: readonly { readonly toolExecutionNotifications: readonly { message: { text: string } }[] }[];
  readonly results: readonly {
    readonly message: { readonly text: string };
    readonly ruleId: string;
    readonly ruleIndex: number;
    readonly level: string;
    readonly partialFingerprints: object;
    readonly locations: readonly {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string };
        readonly region: { readonly startLine: number };
      };
    }[];
  }[];
}
const runOf = (log: SarifLog) => log.runs[0] as Run;

describe('SARIF', () => {
  test('is valid according to the schema of SARIF 2.1.0', () => {
    expect(sarifErrors(sarif)).toEqual([]);
    expect(sarifErrors({ ...sarif, version: '2.0.0' })).not.toEqual([]);
  });

  test('refers to the file and the line of each field in the snapshot', () => {
    const { results, tool } = runOf(sarif);
    expect(results).toHaveLength(report.findings.length);
    const [file] = snapshot.files.filter(({ name }) => name === hostile);
    const found = results.find(({ ruleId }) => ruleId === 'drop-with-history');
    const { artifactLocation, region } = found!.locations[0]!.physicalLocation;
    expect(artifactLocation.uri).toBe(`jobs/prod%20%26%20test/${file!.path}`);
    expect(file!.text.split('\n')[region.startLine - 1]).toContain('"DropTable": true');
    expect(tool.driver.rules[found!.ruleIndex]?.id).toBe('drop-with-history');
    expect(found!.level).toBe('error');
    const absent = results.find(({ ruleId }) => ruleId === 'source-missing');
    const line = absent!.locations[0]!.physicalLocation.region.startLine;
    expect(file!.text.split('\n')[line - 1]).toContain('"JobName"');
  });

  test('has a fingerprint for each finding that does not change when others are added', async () => {
    const prints = runOf(sarif).results.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints));
    expect(new Set(prints).size).toBe(prints.length);
    const again = await toSarif(lintJobs(inventory, { rules: { 'verbosity-none': 'info' } }), { snapshot });
    const later = runOf(again).results.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints));
    expect(later).toEqual(expect.arrayContaining(prints));
  });

  test('reports what was not checked', () => {
    const texts = runOf(sarif).invocations[0]!.toolExecutionNotifications.map(({ message }) => message.text);
    expect(texts[0]).toBe('The job "Lost <job>" was not checked: no & "answer".');
    expect(texts.some((text) => /^Not checked for 2 jobs: /.test(text))).toBe(true);
  });

  test('says that nothing was checked if there is no job', async () => {
    const none = createInventory({ jobs: [], whole: true });
    const log = await toSarif(lintJobs(none), { snapshot: await takeSnapshot(none) });
    const texts = runOf(log).invocations[0]!.toolExecutionNotifications.map(({ message }) => message.text);
    expect(texts).toEqual(['No jobs found, so nothing was checked.']);
    expect(toJUnit(lintJobs(none))).toContain('<error message="No jobs found, so nothing was checked."/>');
  });

  test('contains no secret and no control character', () => {
    const text = JSON.stringify(runOf(sarif).results.map((result) => ({ ...result, locations: [] })));
    expect(text).not.toContain('hunter2');
    expect(text).not.toMatch(/\\u00|\u202e/);
  });

  test.each([
    ['snapshot', {}],
    ['folder', { folder: '../other' }],
    ['folder', { folder: 'C:\\jobs' }],
    ['format', { format: 1 }],
  ])('refuses the option %s', async (option, options) => {
    const given = option === 'snapshot' ? {} : { snapshot, ...options };
    const error = await toSarif(report, given as never).catch((thrown: unknown) => thrown);
    expect(isConfigError(error) && error.option).toBe(option);
  });

  test('refuses a snapshot without a job that has a finding', async () => {
    const other = await takeSnapshot({ ...inventory, entries: [] });
    await expect(toSarif(report, { snapshot: other })).rejects.toThrow('snapshot must have the job');
  });
});

describe('a log of any tool', () => {
  const tool = { name: 'syncline impact' };
  const rules = [{ id: 'field-removed', title: 'field removed' }];
  const results = [
    {
      rule: 'field-removed',
      level: 'error',
      message: 'Job.PreJob was removed.\n  Stop using it.\u202e',
      location: { file: 'src/a b,c.ts', line: 3, column: 5, endColumn: 11 },
      fingerprints: { 'use/v1': 'abc' },
      properties: { action: 'Stop using it.' },
    },
    { rule: 'unknown', level: 'note', message: 'no location' },
  ] as const;
  const notifications = [
    { level: 'warning', message: 'Not examined', location: { file: 'b.ts' } },
    { level: 'note', message: 'Not checked', rule: 'field-removed' },
  ] as const;

  test('is valid, with regions, levels, fingerprints and properties', () => {
    const log = createSarifLog({ tool, rules, results, notifications });
    expect(sarifErrors(log)).toEqual([]);
    expect(sarifErrors(createSarifLog({ tool, rules: [], results: [] }))).toEqual([]);
    expect(runOf(JSON.parse(JSON.stringify(log)) as SarifLog).results).toEqual([
      {
        ruleId: 'field-removed',
        ruleIndex: 0,
        level: 'error',
        kind: 'fail',
        message: { text: 'Job.PreJob was removed.\n  Stop using it.' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'src/a%20b%2Cc.ts', uriBaseId: '%SRCROOT%' },
              region: { startLine: 3, startColumn: 5, endColumn: 11 },
            },
          },
        ],
        partialFingerprints: { 'use/v1': 'abc' },
        properties: { action: 'Stop using it.' },
      },
      { ruleId: 'unknown', ruleIndex: -1, level: 'note', kind: 'fail', message: { text: 'no location' } },
    ]);
  });

  test('has at most 25,000 results, the most severe ones, and says how many are left out', () => {
    const all = Array.from({ length: 30_000 }, (_, index) => ({
      rule: 'field-removed',
      level: (['note', 'warning', 'error'] satisfies SarifLevel[])[index % 3] as SarifLevel,
      message: String(index),
    }));
    const run = runOf(createSarifLog({ tool, rules, results: all }));
    const count = (level: string) => run.results.filter((result) => result.level === level).length;
    expect([count('error'), count('warning'), count('note')]).toEqual([10_000, 10_000, 5000]);
    expect(run.results.at(-1)?.message.text).toBe('14997');
    expect(run.invocations[0]!.toolExecutionNotifications.map(({ message }) => message.text)).toEqual([
      '5000 of 30000 results are left out (5000 of level note), because code scanning accepts 25000.',
    ]);
    const within = runOf(createSarifLog({ tool, rules, results: all.slice(0, 25_000) }));
    expect(within.results.map(({ message }) => message.text)).toEqual(
      all.slice(0, 25_000).map(({ message }) => message),
    );
    expect(within.invocations[0]!.toolExecutionNotifications).toEqual([]);
  });

  test.each([
    ['content', undefined],
    ['tool', { rules, results }],
    ['content', { tool, rules }],
    ['content.result', { tool, rules, results, result: [] }],
  ])('refuses content without %s', (option, content) => {
    const write = () => createSarifLog(content as never);
    expect(write).toThrow(expect.toSatisfy((error: unknown) => isConfigError(error) && error.option === option));
  });
});

test('a log of the linter has at most 25,000 findings, the errors first, and says so', async () => {
  const [info] = report.findings.filter(({ severity }) => severity === 'warn') as [Finding];
  const [error] = report.findings.filter(({ severity }) => severity === 'error') as [Finding];
  const findings = [...Array.from({ length: 25_000 }, () => info), error];
  const run = runOf(await toSarif({ ...report, findings }, { snapshot }));
  expect(run.results).toHaveLength(25_000);
  expect(run.results[0]?.ruleId).toBe(error.rule);
  expect(run.invocations[0]!.toolExecutionNotifications[0]?.message.text).toContain('1 of 25001 results are left out');
});

test('findings are located in a snapshot without SARIF, except those of jobs that it does not have', () => {
  const other: Finding = { ...report.findings[0]!, job: { name: 'Elsewhere' } };
  const places = locateFindings([...report.findings, other], { snapshot, folder: 'jobs/prod & test' });
  expect(places.size).toBe(report.findings.length);
  expect(places.get(report.findings[0]!)?.file).toMatch(/^jobs\/prod & test\/.*\.json$/);
});

/** Counts the elements of an XML text. Throws if a tag does not match or a character is not escaped. */
function readXml(text: string): Record<string, number> {
  const counts: Record<string, number> = {};
  const open: string[] = [];
  const body = text.replace('<?xml version="1.0" encoding="UTF-8"?>', '');
  const tag = /<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>|([^<]+)/gy;
  let end = 0;
  for (const match of body.matchAll(tag)) {
    end = match.index + match[0].length;
    const [, close, name = '', attributes = '', empty, content = ''] = match;
    if (/&(?!amp;|lt;|gt;|quot;|#\d+;)/.test(attributes + content)) throw new Error(`bare & in ${match[0]}`);
    if (name === '') continue;
    if (close) {
      if (open.pop() !== name) throw new Error(`</${name}> closes another element`);
    } else {
      counts[name] = (counts[name] ?? 0) + 1;
      if (!empty) open.push(name);
    }
  }
  if (end !== body.length || open.length > 0) throw new Error(`the text is not XML at ${end}`);
  return counts;
}

describe('JUnit', () => {
  test('has a test case for each job and rule, and counts them', () => {
    const xml = toJUnit(report);
    const counts = readXml(xml);
    expect(counts['testsuite']).toBe(report.counts.rules + 1);
    expect(counts['testcase']).toBe(report.counts.rules * 2 + 1);
    expect(counts['skipped']).toBe(report.counts.notChecked);
    expect(counts['error']).toBe(1);
    const errors = report.findings.filter(({ severity }) => severity === 'error');
    expect(counts['failure']).toBe(new Set(errors.map(({ rule, job }) => rule + job.name)).size);
    expect(xml).toContain(`tests="${counts['testcase']}" failures="${counts['failure']}" errors="1"`);
  });

  test('counts warnings as failures if configured, and can leave out what passes', () => {
    const found = new Set(report.findings.map(({ rule, job }) => rule + job.name)).size;
    expect(readXml(toJUnit(report, { failOn: 'info' }))['failure']).toBe(found);
    expect(readXml(toJUnit(report, { failOn: 'info' }))['system-out']).toBeUndefined();
    expect(readXml(toJUnit(report, { passed: false }))['testcase']).toBe(found + report.counts.notChecked + 1);
  });

  test('can be created from a report that was stored as JSON', () => {
    expect(toJUnit(JSON.parse(JSON.stringify(report)) as LintReport)).toBe(toJUnit(report));
  });

  test('has no character that XML does not allow, and no secret', () => {
    const xml = toJUnit(report);
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|hunter2/);
    expect(xml).not.toMatch(/\p{Cs}/u);
  });

  test.each([
    ['failOn', { failOn: 'warning' }],
    ['passed', { passed: 1 }],
    ['fail', { fail: 'info' }],
  ])('refuses the option %s', (option, options) => {
    const write = () => toJUnit(report, options as never);
    expect(write).toThrow(expect.toSatisfy((error: unknown) => isConfigError(error) && error.option === option));
  });
});

describe('JUnit of any suite', () => {
  /** Every character that XML 1.0 allows (section 2.2). */
  const allowed = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;

  test('is XML, whatever the texts of the service contain', () => {
    const units = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code));
    for (let from = 0; from < units.length; from += 256) {
      const text = `a${units.slice(from, from + 256).join('b')}`;
      const result = { message: text, type: text, text };
      const cases = [
        { name: text },
        { name: 'x', result: { kind: 'failure', ...result } },
        { name: 'y', result: { kind: 'error', ...result } },
        { name: 'z', output: text },
      ] as const;
      const xml = printJUnit(text, [{ name: text, cases }]);
      expect(xml).toMatch(allowed);
      expect(readXml(xml)['testcase']).toBe(4);
    }
    expect(printJUnit('s', [{ name: 'a\uffffb\ufffe<&>"', cases: [] }])).toContain(
      '<testsuite name="a\ufffdb\ufffd&lt;&amp;&gt;&quot;"',
    );
  });

  test('counts what passed, failed, is not known and was skipped', () => {
    const kinds = [undefined, 'failure', 'error', 'skipped', 'skipped'] as const;
    const cases = kinds.map((kind, index) => ({
      name: `case ${index}`,
      result: kind && { kind, message: `because ${index}` },
    }));
    const xml = printJUnit('syncline freshness', [{ name: 'freshness', cases }]);
    expect(xml).toContain('<testsuites name="syncline freshness" tests="5" failures="1" errors="1">');
    expect(xml).toContain('<testsuite name="freshness" tests="5" failures="1" errors="1" skipped="2">');
    expect(xml).toContain('<testcase classname="freshness" name="case 0"/>');
    expect(xml).toContain('<failure message="because 1"/>');
    expect(readXml(xml)['skipped']).toBe(2);
  });
});

test('no writer reads options from a polluted prototype', async () => {
  const [junit, log] = [toJUnit(report), JSON.stringify(sarif)];
  const polluted = { failOn: 'info', passed: false, folder: '../other' };
  Object.assign(Object.prototype, polluted);
  try {
    expect(toJUnit(report)).toBe(junit);
    expect(toJUnit(report, {})).toBe(junit);
    expect(JSON.stringify(await toSarif(report, { snapshot, folder: './jobs/prod & test/' }))).toBe(log);
  } finally {
    for (const name of Object.keys(polluted)) delete (Object.prototype as Record<string, unknown>)[name];
  }
});

test('JUnit shows the name of a job without control and bidirectional characters', () => {
  const inventory = createInventory({ jobs: [{ JobName: 'evil\u202e\u0007<name>' }], whole: true });
  expect(toJUnit(lintJobs(inventory))).toContain('name="evil &lt;name&gt;"');
});
