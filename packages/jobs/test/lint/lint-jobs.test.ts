import { isConfigError } from '@syncline/core/internal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createInventory,
  finding,
  findingIf,
  type Inventory,
  type JobDefinition,
  type LintOptions,
  type LintReport,
  type LintRule,
  lintJobs,
  lintRules,
  notChecked,
  pass,
} from '../../src/index.ts';
import { ruleTables } from '../rules/tables/rule-tables.ts';

const own: LintRule = {
  id: 'needs-label',
  title: 'Job without a label',
  severity: 'warn',
  why: 'Labels say who owns a job.',
  reading: 'A blank string is no label.',
  fix: 'Set `Label#`.',
  fields: ['Label#'],
  check: (job) => {
    const isSet = job.isSet('Label#');
    return findingIf(isSet === undefined ? undefined : !isSet, 'The job has no label.');
  },
};
const of = (jobs: readonly JobDefinition[], whole = true) => createInventory({ jobs, whole });
const optionOf = (act: () => unknown): string | undefined => {
  try {
    act();
  } catch (error) {
    return isConfigError(error) ? error.option : String(error);
  }
  return undefined;
};

describe('configuration', () => {
  test('a rule can be turned off, up and on', () => {
    const inventory = of([{ JobName: 'A', AutomaticJobRetry: 'false', Verbosity: '0' }]);
    const level = (rules: LintOptions['rules'], id: string) =>
      lintJobs(inventory, { rules }).findings.find(({ rule }) => rule === id)?.severity;
    expect(level({}, 'job-retry-off')).toBe('warn');
    expect(level({ 'job-retry-off': 'off' }, 'job-retry-off')).toBeUndefined();
    expect(level({ 'job-retry-off': 'error' }, 'job-retry-off')).toBe('error');
    expect(level({}, 'verbosity-none')).toBeUndefined();
    expect(level({ 'verbosity-none': 'info' }, 'verbosity-none')).toBe('info');
  });

  test('an unknown id is refused, with the nearest one', () => {
    const lint = () => lintJobs(of([]), { rules: { 'job-retry-of': 'off' } });
    expect(lint).toThrow('rules.job-retry-of is not an option: did you mean job-retry-off?');
  });

  test('reports on some jobs, compared with all', () => {
    const slot = { Source: 'Orders', LogicalReplicationSlot: 's1' };
    const all = of(['A', 'B'].map((JobName) => ({ JobName, ...slot })));
    const inventory = { ...all, entries: [...all.entries, { ...all.entries[0], kind: 'listed', name: 'C' } as never] };
    const { findings, jobs, unread, counts } = lintJobs(inventory, { only: (name) => name === 'A' });
    expect(findings).toContainEqual(expect.objectContaining({ rule: 'shared-replication-slot' }));
    expect(new Set(findings.map(({ job }) => job.name))).toEqual(new Set(['A']));
    expect(jobs.map(({ name }) => name)).toEqual(['A']);
    expect(unread).toEqual([]);
    expect(counts).toMatchObject({ jobs: 1, unread: 0 });
  });

  test.each([
    ['rule', { rule: {} }],
    ['rules.job-retry-off', { rules: { 'job-retry-off': 'warning' } }],
    ['rules.toString', { rules: { toString: 'off' } }],
    ['maxStartsPerMinute', { maxStartsPerMinute: 0 }],
    ['commandTimeoutUnit', { commandTimeoutUnit: 'hours' }],
    ['history', { history: {} }],
    ['only', { only: 'A' }],
    ['now', { now: new Date(Number.NaN) }],
    ['cron.timeZone', { cron: { timeZone: 'Mars/Olympus', sunday: 0, seconds: false } }],
    ['cron.timeZone', { cron: { sunday: 0, seconds: false } }],
    ['cron.sunday', { cron: { timeZone: 'UTC', sunday: 7, seconds: false } }],
    ['cron.seconds', { cron: { timeZone: 'UTC', sunday: 0 } }],
    ['cron.zone', { cron: { zone: 'UTC' } }],
    ['ownRules', { ownRules: [{ ...own, id: 'job-error' }] }],
    ['ownRules', { ownRules: [own, own] }],
    ['ownRules[0].id', { ownRules: [{ ...own, id: 'Needs Label' }] }],
    ['ownRules[0].severity', { ownRules: [{ ...own, severity: 'fatal' }] }],
    ['ownRules[0].fields', { ownRules: [{ ...own, fields: [] }] }],
    ['ownRules[0].check', { ownRules: [{ ...own, check: 'x' }] }],
    ['ownRules[0].fix', { ownRules: [{ ...own, fix: undefined }] }],
  ])('refuses %s', (option, options) => {
    expect(optionOf(() => lintJobs(of([]), options as never))).toBe(option);
  });
});

describe('your own rules', () => {
  test('are applied like the built-in ones, and have three results', () => {
    const whole = lintJobs(of([{ JobName: 'A' }, { JobName: 'B', 'Label#': 'x' }]), { ownRules: [own] });
    const mine = whole.findings.filter(({ rule }) => rule === 'needs-label');
    expect(mine.map(({ job, field, message, fix }) => [job.name, field, message, fix])).toEqual([
      ['A', 'Label#', 'The job has no label.', 'Set `Label#`.'],
    ]);
    const selected = lintJobs(of([{ JobName: 'A' }], false), { ownRules: [own] });
    expect(selected.notChecked.filter(({ rule }) => rule === 'needs-label')).toEqual([
      { rule: 'needs-label', job: expect.anything(), because: 'Label# cannot be known' },
    ]);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('mine');
      },
    ],
    [
      'throws nothing',
      () => {
        throw undefined;
      },
    ],
    ['returns nothing', () => undefined],
    ['returns an empty list', () => []],
    ['returns a promise', async () => pass],
    ['returns true', () => true],
    ['returns a list of passes', () => [pass, pass]],
    ['returns a finding without a message', () => ({ result: 'finding' })],
  ])('one that %s is an error that names the rule', (_, check) => {
    const lint = () => lintJobs(of([{ JobName: 'A' }]), { ownRules: [{ ...own, check: check as never }] });
    expect(optionOf(lint)).toBe('needs-label.check');
  });

  test('what one throws is named, and its text is not shown, because it may quote a field', () => {
    const check = () => {
      throw Object.assign(new TypeError('bad cron: pwd=hunter2-x'), { cause: Symbol('hunter2-x') });
    };
    const lint = () => lintJobs(of([{ JobName: 'A' }]), { ownRules: [{ ...own, check }] });
    expect(lint).toThrow(
      'needs-label.check failed for the job "A": it threw TypeError. Its text may be secret and is not shown. Fix the rule',
    );
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('mine');
      },
    ],
    ['returns a number', () => 5],
  ])('a history that %s is an error that names it', (_, runtimesOf) => {
    const jobs = [{ JobName: 'A', Scheduled: true, ScheduledCron: '@daily' }];
    const lint = () => lintJobs(of(jobs), { history: { runtimesOf: runtimesOf as never } });
    expect(optionOf(lint)).toBe('history.runtimesOf');
  });

  test('several findings of a rule are all reported, and the job counts once', () => {
    const check = () => [finding('b', { field: 'PreJob', line: 10 }), finding('a', { field: 'PreJob', line: 9 })];
    const { findings, counts } = lintJobs(of([{ JobName: 'A' }]), {
      ownRules: [{ ...own, check }],
      rules: Object.fromEntries(lintRules.map(({ id }) => [id, 'off'])),
    });
    expect(findings.map(({ line }) => line)).toEqual([9, 10]);
    expect(counts).toMatchObject({ rules: 1, found: 1, passed: 0, findings: { error: 0, warn: 2, info: 0 } });
  });

  test('one that is not checked gives its reason', () => {
    const { notChecked: skipped } = lintJobs(of([{ JobName: 'A' }]), {
      ownRules: [{ ...own, check: () => notChecked('it is Sunday') }],
    });
    expect(skipped.find(({ rule }) => rule === 'needs-label')?.because).toBe('it is Sunday');
  });
});

describe('what is shown', () => {
  test('the values of fields are shortened and cleaned, and never contain code', () => {
    const secret = 'password="hunter2"';
    const jobs = [
      { JobName: 'A', PreJob: secret, PostJob: `x\ny\n${secret}`, AdditionalCDCEngineProperties: 'a=1, hunter2' },
      { JobName: 'B', LicenseState: 'invalid', LicenseMessage: `\u001b[31m${'x'.repeat(1000)}\u202e` },
      { JobName: 'C', LicenseState: 'invalid', LicenseMessage: 'login as https://sync:hunter2@db.example.com failed' },
    ];
    const { findings } = lintJobs(of(jobs));
    expect(JSON.stringify(findings)).not.toContain('hunter2');
    expect(JSON.stringify(findings)).not.toMatch(/\\u001b|\u202e/);
    const code = findings.filter(({ rule }) => rule === 'credential-in-code');
    expect(code.map(({ field, line, message }) => [field, line, message])).toEqual([
      ['PostJob', 3, 'Line 3 of PostJob contains what looks like a secret in quotes.'],
      ['PreJob', 1, 'Line 1 of PreJob contains what looks like a secret in quotes.'],
    ]);
    expect(code[0]?.values).toEqual({ PreJob: '(not shown)', PostJob: '(not shown)' });
    const license = findings.find(({ rule, job }) => rule === 'license-invalid' && job.name === 'B');
    expect(license?.values['LicenseMessage']?.length).toBeLessThanOrEqual(100);
  });

  test('an error of a connection is shown without texts that look like a credential', () => {
    const connections = [{ id: 'c', name: 'CRM', error: 'cannot open Server=db;Password=hunter2;\nTrace' }];
    const workspaces = [{ id: 'w', name: 'W', connections }];
    const jobs = [{ JobName: 'A', WorkspaceId: 'w', Source: 'CRM' }];
    const { findings } = lintJobs(createInventory({ jobs, whole: true, workspaces }));
    const error = findings.find(({ rule }) => rule === 'connection-error');
    expect(error?.message).toBe('The connection of Source has an error: cannot open Server=db;(not shown); Trace');
    expect(error?.job).toMatchObject({ name: 'A', workspace: 'W' });
  });
});

/** The jobs of all tables, as one service. */
const world: readonly JobDefinition[] = Object.values(ruleTables).flatMap(({ triggers, innocent }, group) =>
  [...triggers, ...innocent].map(({ job }, index) => ({ JobId: `${group}-${index}`, JobName: `job ${index}`, ...job })),
);
const settings: LintOptions = {
  cron: { timeZone: 'Europe/Berlin', sunday: 0, seconds: false },
  maxStartsPerMinute: 2,
  commandTimeoutUnit: 'seconds',
  history: { runtimesOf: () => Array<number>(8).fill(400_000) },
  now: new Date('2026-06-01T00:00:00Z'),
  rules: Object.fromEntries(lintRules.map(({ id }) => [id, 'error'])),
};
const lint = (jobs: readonly JobDefinition[], whole: boolean): LintReport => {
  const inventory: Inventory = createInventory({ jobs, whole, workspaces: [{ id: 'workspace', name: 'W' }] });
  return lintJobs(inventory, settings);
};

describe('properties', () => {
  test('every rule has a finding in the jobs of all tables, so that the properties cover all rules', () => {
    const found = new Set(lint(world, true).findings.map(({ rule }) => rule));
    const without = ['connection-absent', 'connection-error', 'job-error'];
    expect(lintRules.map(({ id }) => id).filter((id) => !found.has(id))).toEqual(without);
  });

  test('the report does not depend on the order of the jobs', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(world.length - 1), { minLength: 2, maxLength: 40 }),
        fc.boolean(),
        fc.infiniteStream(fc.nat(1_000_000)),
        (picked, whole, keys) => {
          const jobs = picked.map((index) => world[index] as JobDefinition);
          const shuffled = jobs
            .map((job) => ({ job, key: keys.next().value as number }))
            .sort((a, b) => a.key - b.key)
            .map(({ job }) => job);
          expect(lint(shuffled, whole)).toEqual(lint(jobs, whole));
        },
      ),
      { numRuns: 100, seed: 22 },
    );
  });

  test('the report does not depend on fields that no rule knows', () => {
    const known = new Set(lintRules.flatMap(({ fields }) => fields));
    const unknown = fc
      .string({ minLength: 1 })
      .filter((name) => !known.has(name) && !/^(?:JobId|JobName|WorkspaceId|.*Schema|.*Prefix|.*Suffix)$/.test(name));
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(world.length - 1), { minLength: 1, maxLength: 20 }),
        fc.dictionary(unknown, fc.jsonValue(), { maxKeys: 5 }),
        fc.boolean(),
        (picked, more, whole) => {
          const jobs = picked.map((index) => world[index] as JobDefinition);
          const richer = jobs.map((job) => ({ ...more, ...job }));
          expect(lint(richer, whole)).toEqual(lint(jobs, whole));
        },
      ),
      { numRuns: 100, seed: 22 },
    );
  });

  test('leaving fields out of a record never makes a rule pass that the whole record does not pass', () => {
    const results = ({ findings, notChecked: skipped }: LintReport, rule: string) =>
      findings.some((one) => one.rule === rule)
        ? 'finding'
        : skipped.some((one) => one.rule === rule)
          ? 'not checked'
          : 'pass';
    const fieldNames = [...new Set(lintRules.flatMap(({ fields }) => fields))];
    fc.assert(
      fc.property(fc.nat(world.length - 1), fc.subarray(fieldNames), (index, kept) => {
        const job = world[index] as JobDefinition;
        const part = Object.fromEntries(Object.entries(job).filter(([field]) => kept.includes(field)));
        const [all, some] = [lint([job], true), lint([part], false)];
        for (const { id } of lintRules) {
          if (results(some, id) === 'pass')
            expect([id, results(all, id)]).toEqual([id, expect.not.stringMatching('finding')]);
          if (results(some, id) === 'finding') expect([id, results(all, id)]).toEqual([id, 'finding']);
        }
      }),
      { numRuns: 300, seed: 22 },
    );
  });
});
