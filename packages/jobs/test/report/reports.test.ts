import { isConfigError } from '@syncline/core/internal';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createInventory,
  type Inventory,
  type JobEntry,
  type LintReport,
  lintJobs,
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
    ['failOn', { failOn: 'warn' }],
    ['passed', { passed: 1 }],
    ['fail', { fail: 'info' }],
  ])('refuses the option %s', (option, options) => {
    const write = () => toJUnit(report, options as never);
    expect(write).toThrow(expect.toSatisfy((error: unknown) => isConfigError(error) && error.option === option));
  });
});

test('JUnit shows the name of a job without control and bidirectional characters', () => {
  const inventory = createInventory({ jobs: [{ JobName: 'evil\u202e\u0007<name>' }], whole: true });
  expect(toJUnit(lintJobs(inventory))).toContain('name="evil &lt;name&gt;"');
});
