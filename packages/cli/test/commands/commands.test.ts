import { join } from 'node:path';
import { ConfigError } from '@syncline/core/internal';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../ops/src/config/read-config.ts';
import type { CommandContext } from '../../src/command/define-command.ts';
import { entries, missingEntry, serviceExample } from '../../../ops/src/environment/environment.ts';
import { now, setUp } from '../../../ops/test/support/command-context.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { freshness, history, jobs, lint, snapshot, status } from '../support/commands.ts';

interface Run {
  readonly job: string;
  readonly outcome: string;
  readonly start: string;
  readonly end: string | null;
  readonly key: string;
  readonly duration_ms: number | null;
}

describe('history', () => {
  test('lists the runs of a period, newest first', async () => {
    const { context, json } = await setUp({ format: 'json' });
    expect(await history({ since: '6h' }, context)).toBe(0);
    const runs: readonly Run[] = json();
    expect(runs.length).toBeGreaterThan(10);
    const starts = runs.map(({ start }) => Date.parse(start));
    expect(starts).toEqual([...starts].sort((a, b) => b - a));
    expect(Math.min(...starts)).toBeGreaterThanOrEqual(now - 6 * 3_600_000);
    expect(runs[0]).toMatchObject({ outcome: 'succeeded', job: "O'Brien/nightly" });
  });
  test('selects by job, outcome and number', async () => {
    const { context, json } = await setUp({ format: 'json' });
    expect(await history({ since: '30d', job: 'Flaw: *', outcome: 'failed,cancelled', limit: '3' }, context)).toBe(0);
    const runs: readonly Run[] = json();
    expect(runs).toHaveLength(3);
    for (const { job, outcome } of runs) {
      expect(job).toMatch(/^Flaw: /);
      expect(['failed', 'cancelled']).toContain(outcome);
    }
  });
  test('the share of runs with an outcome is that of all runs', async () => {
    const { context, notes } = await setUp();
    const jobs = { since: '30d', job: 'Flaw: *' };
    await history(jobs, context);
    const all = / of ([\d,]+) runs /.exec(notes.at(-1) ?? '')?.[1];
    await history({ ...jobs, outcome: 'failed', limit: '1' }, context);
    expect(notes.at(-1)).toContain(` of ${all} runs failed.`);
    expect(notes.at(-1)).not.toMatch(/^1 of/);
  });
  test('filters by job in the service only if the name has no pattern', async () => {
    const { context, sandbox } = await setUp({ format: 'json' });
    await history({ job: "O'Brien/nightly" }, context);
    expect(String(new URLSearchParams(sandbox.requests.at(-1)?.query).get('$filter'))).toContain(
      "jobname eq 'O''Brien/nightly'",
    );
  });
  test.each([
    [
      { since: 'yesterday' },
      '--since must be a duration before now such as 90m, 24h or 7d, or a time with an offset such as 2026-03-02T06:00:00Z; found "yesterday"',
    ],
    [{ since: '2026-03-02' }, '--since must have a time and an offset'],
    [{ since: '1h', until: '2h' }, '--until must be later than --since'],
    [{ outcome: 'ok' }, '--outcome must be one or more of succeeded, '],
    [{ limit: '0' }, '--limit must be a whole number of at least 1, found "0"'],
    [{ limit: '1e3' }, '--limit must be a whole number of at least 1, found "1e3"'],
  ])('refuses %j before it sends anything', async (options, message) => {
    const { context, sandbox } = await setUp();
    await expect(history(options, context)).rejects.toThrow(message);
    expect(sandbox.requests).toHaveLength(0);
  });
});

test('without colors, the bar of a run that did not succeed is the symbol of its outcome', async () => {
  const outcomes = async (colored: boolean) => {
    const { context, text } = await setUp({ width: 120 });
    const output = { ...context.output, view: { ...context.output.view, colored } };
    await status({ since: '30d' }, { ...context, output });
    return text();
  };
  const [bar, symbol] = [/[▁-█]/, /[▁-█]✗|✗[▁-█]/];
  expect(await outcomes(false)).toMatch(symbol);
  expect(await outcomes(true)).toMatch(bar);
  expect(await outcomes(true)).not.toMatch(symbol);
});

test('a lint of all jobs says that only the v2 interface lists them', async () => {
  const { context } = await setUp({ environment: { v2: undefined } });
  await expect(lint({}, context)).rejects.toThrow('environments.production.v2 must be set in the configuration');
});

test('status shows the last run of each job and earlier runs', async () => {
  const { context, json } = await setUp({ format: 'json' });
  expect(await status({}, context)).toBe(0);
  const rows: readonly (Run & { readonly recent: readonly { readonly outcome: string }[] })[] = json();
  expect(rows.map(({ job }) => job)).toEqual(rows.map(({ job }) => job).sort());
  expect(new Set(rows.map(({ job }) => job)).size).toBe(rows.length);
  for (const { recent, outcome } of rows) {
    expect(recent.length).toBeLessThanOrEqual(8);
    expect(recent.at(-1)?.outcome).toBe(outcome);
  }
});

test('jobs lists every job of every workspace', async () => {
  const { context, json, sandbox } = await setUp({ format: 'json' });
  expect(await jobs({}, context)).toBe(0);
  const rows: readonly { readonly job: string; readonly source: string }[] = json();
  expect(rows).toHaveLength(12);
  expect(rows.every(({ source }) => source !== null)).toBe(true);
  expect(sandbox.requests.filter(({ operationId }) => operationId === 'getJob')).toHaveLength(12);
});

const definitionCommands: readonly (readonly [name: string, (context: CommandContext) => Promise<number>])[] = [
  ['jobs', (context) => jobs({}, context)],
  ['lint', (context) => lint({}, context)],
  ['snapshot', (context) => snapshot(join(folderWith({}), 'jobs'), context)],
];

describe.each(definitionCommands)('%s', (name, command) => {
  test('is 3 if no definition can be read, and names the most frequent reason once', async () => {
    const { context, sandbox, notes, text } = await setUp();
    sandbox.faults.next('getJob', { status: 500 });
    sandbox.faults.add({ operation: 'getJob', status: 403 });
    expect(await command(context)).toBe(3);
    expect(notes.join('\n')).toContain('could not be read');
    if (name === 'jobs') expect(text()).toContain(': 403');
    else expect(notes.join('\n').match(/The reason for 11 of them: GET .*: 403/g)).toHaveLength(1);
  });
  test('sends nothing if a secret is missing', async () => {
    const lookUpSecrets = () => Promise.reject(new ConfigError('environments.production.odata', 'is not set'));
    const { context, sandbox } = await setUp({ environment: { lookUpSecrets } });
    await expect(command(context)).rejects.toThrow('is not set');
    expect(sandbox.requests).toHaveLength(0);
  });
});

describe('lint', () => {
  test('is 1 with findings that are errors, the most serious first', async () => {
    const { context, json } = await setUp({ format: 'json' });
    expect(await lint({}, context)).toBe(1);
    const severities = (json() as readonly { readonly severity: string }[]).map(({ severity }) => severity);
    expect(severities[0]).toBe('error');
    expect(severities.lastIndexOf('error')).toBeLessThan(severities.indexOf('warn'));
  });
  test('is 0 if only warnings are found, unless they are included', async () => {
    expect(await lint({ job: "O'Brien/nightly" }, (await setUp()).context)).toBe(0);
    expect(await lint({ job: "O'Brien/nightly", failOn: 'warn' }, (await setUp()).context)).toBe(1);
  });
  test('compares the named job with the others, and reports only on it', async () => {
    const slot = { Source: 'Orders', LogicalReplicationSlot: 's1' };
    const jobs = ['A', 'B'].map((name) => ({ JobId: name, JobName: name, ...slot }));
    const workspaces = [{ id: 'w', name: 'W', jobs: jobs.map(({ JobName }) => ({ id: JobName, name: JobName })) }];
    const { context, json } = await setUp({ sandbox: { data: { jobs, workspaces } }, format: 'json' });
    expect(await lint({ job: 'A' }, context)).toBe(1);
    const findings = json() as readonly { readonly job: string; readonly rule: string }[];
    expect(findings).toContainEqual(expect.objectContaining({ job: 'A', rule: 'shared-replication-slot' }));
    expect(findings.filter(({ job }) => job !== 'A')).toEqual([]);
  });
  test('is 3 if a job could not be read and nothing was found', async () => {
    const { context, sandbox, notes, text } = await setUp();
    sandbox.faults.add({ operation: 'getJob', status: 500 });
    expect(await lint({ job: 'CRM to Warehouse' }, context)).toBe(3);
    expect(text()).toBe('No job was checked.');
    expect(notes.join()).toContain('1 job could not be read');
  });
  test('is 3 if there is no job to check, and says why', async () => {
    const { context, text } = await setUp();
    expect(await lint({ job: 'nomatch' }, context)).toBe(3);
    expect(text()).toBe('No job has the name nomatch, so nothing was checked. Use * for any characters.');
    const empty = await setUp({ sandbox: { data: { jobs: [], history: [] } } });
    expect(await lint({}, empty.context)).toBe(3);
    expect(empty.text()).toContain('have no jobs, so nothing was checked');
  });
  test('needs a snapshot for SARIF', async () => {
    const { context } = await setUp({ format: 'sarif' });
    await expect(lint({}, context)).rejects.toThrow('--snapshot must name the folder of a snapshot');
  });
});

describe('freshness', () => {
  const entry = { jobs: '*', warnAfter: '6h', errorAfter: '1d' };
  const judge = async (freshnessEntries: CommandContext['environment']['freshness'], options = {}) => {
    const { context, json } = await setUp({ format: 'json', environment: { freshness: freshnessEntries } });
    const code = await freshness(options, context);
    return { code, rows: json() as readonly { readonly job: string; readonly result: string }[] };
  };
  test('judges each job by the first entry that matches, also jobs that never ran', async () => {
    const { code, rows } = await judge([entry]);
    expect(rows).toHaveLength(12);
    expect(new Set(rows.map(({ result }) => result))).toEqual(new Set(['pass', 'warn', 'unknown']));
    expect(code).toBe(3);
  });
  test('is 0 with warnings, and 1 with --fail-on warn', async () => {
    expect((await judge([entry], { job: 'Weekly' })).code).toBe(0);
    expect((await judge([entry], { job: 'Weekly', failOn: 'warn' })).code).toBe(1);
  });
  test('is 1 with stale data, and 1 takes precedence over 3', async () => {
    const { code, rows } = await judge([{ jobs: '*', errorAfter: '5h' }]);
    expect(rows.map(({ result }) => result)).toEqual(expect.arrayContaining(['error', 'unknown']));
    expect(code).toBe(1);
  });
  test('names a job of the configuration that does not exist', async () => {
    const { code, rows } = await judge([{ jobs: 'Deleted', errorAfter: '5h' }]);
    expect(rows).toMatchObject([{ job: 'Deleted', result: 'unknown' }]);
    expect(code).toBe(3);
  });
  test('is 3 if no job matches', async () => {
    expect((await judge([{ jobs: 'None*', errorAfter: '5h' }])).code).toBe(3);
  });
  test('reads further back than every limit, so that a success within it is found', async () => {
    const asked = async (entries: CommandContext['environment']['freshness'], options = {}) => {
      const { context, sandbox } = await setUp({ environment: { freshness: entries } });
      await freshness(options, context);
      const { query = '' } = sandbox.requests.find(({ operationId }) => operationId === 'listHistory') ?? {};
      return (
        now -
        Date.parse(
          /datetimeoffset'([^']+)'|ge (\S+Z)/.exec(String(new URLSearchParams(query).get('$filter')))?.at(-1) ?? '',
        )
      );
    };
    const day = 86_400_000;
    expect(await asked([{ jobs: '*', errorAfter: '1d' }])).toBe(7 * day);
    expect(
      await asked([
        { jobs: 'a', warnAfter: '2d' },
        { jobs: '*', errorAfter: '30d' },
      ]),
    ).toBe(31 * day);
    const { context } = await setUp({ environment: { freshness: [{ jobs: '*', errorAfter: '30d' }] } });
    await expect(freshness({ since: '10d' }, context)).rejects.toThrow(
      '--since must reach back further than every limit of `freshness`; the longest is 30d',
    );
  });
  test.each<[name: string, entries: (typeof entry)[], options: object, v2: boolean, isNoted: boolean]>([
    ['without the v2 interface', [entry], {}, false, true],
    ['with the v2 interface, which lists all jobs', [entry], {}, true, false],
    ['if each entry names a job', [{ ...entry, jobs: 'Nightly' }], {}, false, false],
    ['for some jobs', [entry], { job: 'Night*' }, false, true],
    ['for one job that ran', [entry], { job: 'Weekly' }, false, false],
    ['for one job that did not run', [entry], { job: 'Stopped' }, false, true],
  ])('notes that jobs which did not run may be missing, %s: %#', async (_, freshnessEntries, options, v2, isNoted) => {
    const { context, notes } = await setUp({
      environment: { freshness: freshnessEntries, ...(v2 ? {} : { v2: undefined }) },
    });
    await freshness(options, context);
    expect(notes.filter((note) => note.startsWith('Jobs'))).toEqual(
      isNoted ? [expect.stringMatching(/^Jobs that did not run in the last 7d are not judged.*the v2 interface/)] : [],
    );
  });
  test('needs entries', async () => {
    await expect(judge([])).rejects.toThrow('freshness must be set in the configuration');
  });
});

test.each([
  ['classify', history, 'outcomes must be set in the configuration for this command: the status words'],
  ['v2', jobs, 'environments.production.v2 must be set in the configuration for this command'],
  ['odata', lint, 'environments.production.odata must be set in the configuration for this command'],
] as const)('without %s, the command says what to configure', async (part, command, message) => {
  const { context } = await setUp({ environment: { [part]: undefined } });
  await expect(command({}, context)).rejects.toThrow(message);
});

test.each([
  ['v2', jobs],
  ['odata', lint],
] as const)('the example of environments.production.%s is one that the configuration accepts', async (kind, command) => {
  const { context } = await setUp({ environment: { [kind]: undefined } });
  const example = serviceExample('production', kind);
  await expect(command({}, context)).rejects.toMatchObject({ example });
  expect(readConfig(example).problems).toEqual([]);
});

test.each(
  Object.keys(entries) as (keyof typeof entries)[],
)('the example of %s is one that the configuration accepts', (entry) => {
  const [, example] = entries[entry];
  expect(missingEntry(entry).message).toContain(`${entry} must be set in the configuration for this command: `);
  expect(missingEntry(entry)).toMatchObject({ example });
  const v2 = "{ url: 'https://sync.example.com/json', credential: { basic: { username: ada, password: { env: P } } } }";
  const { problems } = readConfig(`environments: { local: { v2: ${v2} } }\n${example}\n`);
  expect(problems).toEqual([]);
});

test.each([
  history,
  status,
])('a configuration that fits no record is an error, and not a service without runs', async (command) => {
  const { context, text } = await setUp({
    environment: { history: { key: 'id', job: 'jobname', status: 'status', start: 'runstartdate', timeZone: 'UTC' } },
  });
  await expect(command({ since: '30d' }, context)).rejects.toThrow(
    /^history does not match any of the \d+ records that the service returned: key is missing\. Name the properties/,
  );
  expect(text()).toBe('');
});

test.each([
  ['24h', ', for example with --since 7d.'],
  ['7d', ', for example with --since 30d.'],
  ['400d', 'Look further back.'],
])('without runs since %s, a longer period is proposed', async (since, advice) => {
  const { context, text } = await setUp();
  expect(await history({ job: 'no such job', since }, context)).toBe(0);
  expect(text()).toContain(advice);
});

test('history and status read the job status if no history is configured', async () => {
  const { context, json } = await setUp({ format: 'json', environment: { history: undefined } });
  expect(await status({ since: '30d' }, context)).toBe(0);
  expect((json() as readonly Run[]).length).toBeGreaterThan(3);
});
