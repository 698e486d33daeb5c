import { describe, expect, test } from 'vitest';
import { printProblem } from '../../src/index.ts';
import { readConfig } from '../../src/config/read-config.ts';

/** A value that no message may show. */
const canary = 'hunter2-canary-7f3a';

/** The example in the documentation. */
const example = `environments:
  production:
    odata: { url: https://sync.example.com/app, credential: { apiKeyHeader: { name: x-acme-authtoken, value: { env: SYNC_KEY } } } }
    v2:
      url: https://sync.example.com
      credential: { basic: { username: { env: SYNC_USER }, password: { file: /run/secrets/sync } } }
  test:
    cloud:
      url: https://cloud.example.com
      credential:
        clientCredentials: { authUrl: https://login.example.com/token, clientId: ops, clientSecret: { command: [vault, read, sync] } }
default: production
outcomes: { succeeded: [SUCCESS], failed: [FAILED], cancelled: [CANCELLED], running: [RUNNING], partial: ['/^\\d+ of \\d+ Tasks Failed$/'] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, timeZone: UTC }
freshness: [{ jobs: 'Orders*', warnAfter: 2h, errorAfter: 6h, cron: { timeZone: Europe/Berlin, sunday: 0, seconds: false } }]
lint: { rules: { auto-truncate-strings: 'off' } }
store: { sqlite: ./runs.db }
`;

const problemsOf = (text: string): string[] =>
  readConfig(text).problems.map((problem) => printProblem('f', problem).replace(/^f:/, ''));

test('the example in the documentation is valid', () => {
  const { config, problems } = readConfig(example);
  expect(problems).toEqual([]);
  expect(config?.environments['production']?.odata?.credential.apiKeyHeader?.value).toEqual({ env: 'SYNC_KEY' });
  expect(config?.outcomes?.partial).toEqual(['/^\\d+ of \\d+ Tasks Failed$/']);
});

/** The smallest configuration. Tests make one part of it wrong. */
const odata = (credential: string, url = 'https://a.example.com') =>
  `environments:\n  p:\n    odata:\n      url: ${url}\n      credential: ${credential}\n`;
const key = '{ apiKeyHeader: { name: x-a-authtoken, value: { env: K } } }';
const withPart = (part: string) => `${odata(key)}${part}\n`;

describe('YAML', () => {
  test.each<[name: string, text: string, expected: string]>([
    ['an empty file', '', '1:1: error: the file is empty; it needs environments'],
    ['only a comment', '# nothing\n', '1:1: error: the file is empty; it needs environments'],
    ['a tab', 'environments:\n\tp: 1\n', '2:1: error: the file is indented with a tab; use spaces'],
    ['a name twice', 'default: a\ndefault: b\n', '2:1: error: the file has a name that appears twice'],
    ['a quote that is not closed', `default: "${canary}\n`, 'lacks a closing quote'],
    ['a bracket that is not closed', `default: [${canary}\n`, '2:1: error: the file'],
    ['a nested colon', `default: ${canary}: b\n`, '1:10: error: the file'],
    ['a tag', `default: !secret ${canary}\n`, '1:10: error: the file has a tag (!) that is not known'],
    ['an alias without an anchor', 'default: *a\n', '1:10: error: the file has an alias (*) without its anchor (&)'],
    ['two documents', 'default: a\n---\ndefault: b\n', '2:1: error: the file has a second document'],
    ['an escape', `default: "\\q${canary}"\n`, '1:11: error: the file has a backslash'],
    ['a text instead of a map', `${canary}\n`, '1:1: error: the file must be a map of names and values, found a text'],
    [
      'a list instead of a map',
      `- ${canary}\n`,
      '1:1: error: the file must be a map of names and values, found a list',
    ],
  ])('%s', (_name, text, expected) => {
    const problems = problemsOf(text).join('\n');
    expect(problems).toContain(expected);
    expect(problems).not.toContain(canary);
  });

  test('aliases that multiply are refused', () => {
    const lines = Array.from({ length: 12 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`);
    expect(problemsOf(`a0: &a0 [x]\n${lines.join('\n')}\n`)[0]).toContain('aliases that expand to too much');
  });

  test('an anchor can be used again', () => {
    const text = `environments:\n  p: &p\n    odata: { url: https://a.example.com, credential: ${key} }\n  q: *p\n`;
    expect(problemsOf(text)).toEqual([]);
  });

  test('a file of megabytes is refused', () => {
    expect(problemsOf('#'.repeat(1_000_001))[0]).toContain('is longer than 1000000 characters');
  });
});

describe('the shape', () => {
  test.each<[name: string, text: string, expected: string]>([
    ['no environment', 'outcomes: {}\n', '1:1: error: the file needs environments'],
    ['environments without an entry', 'environments: {}\n', '1:1: error: environments needs at least one entry'],
    [
      'a name that is misspelt',
      withPart('frshness: []'),
      '6:1: error: frshness is not known here; did you mean freshness?',
    ],
    [
      'a name that is nothing like another',
      withPart('xyz: 1'),
      '6:1: error: xyz is not known here; use environments, default',
    ],
    [
      'a volume that is always unusual',
      withPart('volume: { deviations: 0 }'),
      '6:23: error: volume.deviations must be a number greater than 0',
    ],
    [
      'an environment without an interface',
      'environments:\n  p: {}\n',
      '2:3: error: environments.p needs at least one of odata, v2, cloud',
    ],
    [
      'a wrong name of an environment',
      'environments:\n  a b: {}\n',
      '2:3: error: environments.(a name) cannot be used as a name here; use a name of letters',
    ],
    [
      'no url',
      `environments:\n  p:\n    v2: { credential: { basic: { username: u, password: { env: P } } } }\n`,
      '3:5: error: environments.p.v2 needs url',
    ],
    [
      'no credential',
      'environments:\n  p:\n    odata: { url: https://a.example.com }\n',
      '3:5: error: environments.p.odata needs credential',
    ],
    [
      'two kinds of credentials',
      odata('{ basic: { username: u, password: { env: P } }, apiKeyQuery: { value: { env: K } } }'),
      '5:7: error: environments.p.odata.credential must have exactly one of basic, apiKeyHeader, apiKeyQuery',
    ],
    ['an empty credential', odata('{}'), '5:7: error: environments.p.odata.credential must have exactly one of'],
    [
      'a kind of another interface',
      odata('{ clientCredentials: {} }'),
      'clientCredentials is not known here; use basic, apiKeyHeader, apiKeyQuery',
    ],
    [
      'a secret in the file',
      odata(`{ basic: { username: u, password: ${canary} } }`),
      '5:53: error: environments.p.odata.credential.basic.password must be a reference to a secret: { env: NAME }, { file: PATH } or { command: [PROGRAM, …] }; found a text. If this is the secret itself, remove it',
    ],
    [
      'a secret that is a number',
      odata('{ apiKeyQuery: { value: 12345678 } }'),
      'apiKeyQuery.value must be a reference to a secret',
    ],
    [
      'a secret as the name of a variable',
      odata(`{ apiKeyQuery: { value: { env: ${canary} } } }`),
      'value.env must be the name of an environment variable',
    ],
    [
      'two references',
      odata('{ apiKeyQuery: { value: { env: A, file: b } } }'),
      'value must have exactly one of env, file, command',
    ],
    [
      'a command as a text',
      odata('{ apiKeyQuery: { value: { command: vault } } }'),
      'value.command must be a list, found a text',
    ],
    ['an empty command', odata('{ apiKeyQuery: { value: { command: [] } } }'), 'value.command must not be empty'],
    [
      'a user that is a number',
      odata('{ basic: { username: 7, password: { env: P } } }'),
      'username must be a text, or a reference such as { env: NAME }',
    ],
    [
      'a user with a wrong reference',
      odata('{ basic: { username: { envv: U }, password: { env: P } } }'),
      'username.envv is not known here; did you mean env?',
    ],
    [
      'a name in the old spelling',
      withPart(`freshness: [{ jobs: '*', warn_after: 2h, errorAfter: 6h }]`),
      '6:26: error: freshness[0].warn_after is not known here; did you mean warnAfter?',
    ],
    [
      'a duration',
      withPart(`freshness: [{ jobs: '*', warnAfter: 2 hours }]`),
      '6:37: error: freshness[0].warnAfter must be a duration such as 90s',
    ],
    [
      'a duration that is a number',
      withPart(`freshness: [{ jobs: '*', warnAfter: 7200 }]`),
      'warnAfter must be a duration',
    ],
    [
      'a number of Sunday',
      withPart(`lint: { cron: { timeZone: UTC, sunday: 7, seconds: false } }`),
      'lint.cron.sunday must be 0 or 1',
    ],
    ['a cron without seconds', withPart(`lint: { cron: { timeZone: UTC, sunday: 0 } }`), 'lint.cron needs seconds'],
    [
      'a level that YAML reads as another type',
      withPart('lint: { rules: { verbosity-high: false } }'),
      "lint.rules.verbosity-high must be 'off', 'info', 'warn' or 'error', in quotes",
    ],
    [
      'a word that is a number',
      withPart('outcomes: { succeeded: [0] }'),
      'outcomes.succeeded[0] must be a text, found a number',
    ],
    [
      'a word that is not in a list',
      withPart('outcomes: { succeeded: SUCCESS }'),
      'outcomes.succeeded must be a list, found a text',
    ],
    [
      'an outcome that does not exist',
      withPart('outcomes: { success: [SUCCESS] }'),
      'outcomes.success is not known here; use succeeded, warned',
    ],
    ['a history without its key', withPart('history: { job: j, status: s, start: t }'), 'history needs key'],
    [
      'two stores',
      withPart('store: { sqlite: a, postgres: { env: P } }'),
      'store must have exactly one of sqlite, postgres',
    ],
    [
      'a PostgreSQL address with its password',
      withPart(`store: { postgres: 'postgres://u:${canary}@db/x' }`),
      'store.postgres must be a reference to a secret',
    ],
    ['a polluting name', withPart('__proto__: { default: x }'), '__proto__ is not known here'],
  ])('%s', (_name, text, expected) => {
    const problems = problemsOf(text);
    expect(problems.join('\n')).toContain(expected);
    expect(problems.join('\n')).not.toContain(canary);
    expect(problems).toHaveLength(1);
  });
});

describe('the meaning', () => {
  test.each<[name: string, text: string, expected: string]>([
    [
      'an address without https',
      odata(key, 'http://a.example.com'),
      '4:12: error: environments.p.odata.url must be an https URL',
    ],
    [
      'an address with a password',
      odata(key, `https://u:${canary}@a.example.com`),
      'url must be an https URL without user name, password',
    ],
    ['an address with a query', odata(key, `https://a.example.com/?k=${canary}`), 'url must be an https URL'],
    ['no address', odata(key, canary), 'url must be an https URL'],
    ['runs that are kept for a short time', withPart('keepRuns: 29d'), '6:11: error: keepRuns must be at least 30d'],
    ['an unknown default', withPart('default: q'), '6:10: error: default must be the name of an environment: p'],
    ['a pattern that is not anchored', withPart("outcomes: { failed: ['/fail/'] }"), '6:21: error: outcomes.failed '],
    [
      'a pattern that cannot be read',
      withPart("outcomes: { failed: [F, '/^(a$/'] }"),
      '6:25: error: outcomes.failed[1] is not a regular expression',
    ],
    [
      'a word with two meanings',
      withPart('outcomes: { failed: [X], succeeded: [X] }'),
      'outcomes.succeeded contains "X"',
    ],
    [
      'details that mean success',
      withPart('outcomes: { failed: [X], details: { succeeded: [Y] } }'),
      'outcomes.details.succeeded needs detailsMaySucceed',
    ],
    ['no word', withPart('outcomes: { failed: [] }'), 'outcomes must have at least one word'],
    [
      'a time zone of the history',
      withPart('history: { key: k, job: j, status: s, start: t, timeZone: Berlin }'),
      '6:59: error: history.timeZone must be an IANA time zone',
    ],
    [
      'a time zone of a policy',
      withPart(`freshness: [{ jobs: '*', cron: { timeZone: Mars, sunday: 0, seconds: false } }]`),
      'freshness[0].cron.timeZone must be an IANA time zone',
    ],
    [
      'limits in the wrong order',
      withPart(`freshness: [{ jobs: '*', warnAfter: 6h, errorAfter: 2h }]`),
      'freshness[0].warnAfter must not be longer than errorAfter',
    ],
    [
      'a policy without a limit',
      withPart(`freshness: [{ jobs: '*' }]`),
      'freshness[0] needs at least one of warnAfter, errorAfter and cron',
    ],
    [
      'a rule that does not exist',
      withPart("lint: { rules: { no-such-rule: 'off' } }"),
      '6:18: error: lint.rules.no-such-rule is not the id of a rule',
    ],
  ])('%s', (_name, text, expected) => {
    const problems = problemsOf(text);
    expect(problems.join('\n')).toContain(expected);
    expect(problems.join('\n')).not.toContain(canary);
    expect(problems).toHaveLength(1);
  });

  test('every problem is found at once, in the order of the file', () => {
    const text = `${odata('{ basic: { username: u } }')}store: {}\nfoo: 1\nhistory: { key: k }\n`;
    expect(problemsOf(text).map((problem) => problem.replace(/ .*/, ''))).toEqual([
      '5:21:',
      '6:1:',
      '7:1:',
      '8:1:',
      '8:1:',
      '8:1:',
    ]);
  });
});
