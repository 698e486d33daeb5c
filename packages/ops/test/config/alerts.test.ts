import { describe, expect, test } from 'vitest';
import { printProblem } from '../../src/index.ts';
import { readConfig } from '../../src/config/read-config.ts';

/** A value that no message may show. */
const canary = 'hunter2-canary-7f3a';
const base = `environments:
  production:
    odata: { url: https://a.example.com, credential: { basic: { username: a, password: { env: P } } } }
`;
const problemsOf = (text: string): string[] =>
  readConfig(`${base}${text}\n`).problems.map((problem) => printProblem('f', problem).replace(/^f:/, ''));

test('the example in the documentation is valid', () => {
  const { config, problems } = readConfig(`${base}alerts:
  webhooks:
    chat: { url: https://chat.example.com/hooks/syncline, secrets: [{ env: CHAT_SECRET }, { file: old-secret }] }
    pager: { url: { env: PAGER_URL }, secrets: [{ env: PAGER_SECRET }] }
  rules:
    - { jobs: 'Orders*', on: [failed, partial, volume], after: 2, recover: 3, settle: 1h30m, webhooks: [pager] }
    - { jobs: '*' }
  silences: [{ jobs: 'Nightly*', on: [stale], until: 2026-12-24T18:00:00+01:00, reason: the database moves }]
causes:
  - { origin: source, type: timeout, contains: ['timed out', 'Zeitüberschreitung'], jobs: 'Orders*', advice: call them }
`);
  expect(problems).toEqual([]);
  expect(config?.alerts?.silences?.[0]?.until).toBe('2026-12-24T18:00:00+01:00');
  expect(config?.causes?.[0]?.origin).toBe('source');
});

test('no rules end all alerts, as the note of the monitor advises', () => {
  const { config, problems } = readConfig(`${base}alerts: { rules: [] }\n`);
  expect(problems).toEqual([]);
  expect(config?.alerts?.rules).toEqual([]);
});

describe('a problem is named with its line and column', () => {
  const rules = "rules: [{ jobs: '*' }]";
  test.each<[name: string, text: string, expected: string]>([
    ['no rules', 'alerts: {}', '4:1: error: alerts needs rules'],
    [
      'an unknown reason',
      'alerts:\n  rules:\n    - { jobs: a, on: [red] }',
      '6:23: error: alerts.rules[0].on[0] must be one of failed, partial',
    ],
    ['no reason', 'alerts:\n  rules:\n    - { jobs: a, on: [] }', '6:22: error: alerts.rules[0].on must not be empty'],
    [
      'a count of 0',
      'alerts:\n  rules:\n    - { jobs: a, after: 0 }',
      '6:25: error: alerts.rules[0].after must be a whole number from 1 to 100',
    ],
    [
      'a duration',
      'alerts:\n  rules:\n    - { jobs: a, settle: soon }',
      '6:26: error: alerts.rules[0].settle must be a duration',
    ],
    [
      'a webhook that is not there',
      'alerts:\n  rules:\n    - { jobs: a, webhooks: [chat] }',
      '6:29: error: alerts.rules[0].webhooks[0] names a webhook, and there is none',
    ],
    [
      'a silence without an end',
      `alerts:\n  ${rules}\n  silences: [{ jobs: a }]`,
      '6:14: error: alerts.silences[0] needs until',
    ],
    [
      'an end without an offset',
      `alerts:\n  ${rules}\n  silences: [{ jobs: a, until: 2026-12-24 }]`,
      '6:32: error: alerts.silences[0].until must be a time with an offset',
    ],
    [
      'a secret in the file',
      `alerts:\n  ${rules}\n  webhooks: { chat: { url: https://a.example.com, secrets: [whsec_${canary}] } }`,
      'alerts.webhooks.chat.secrets[0] must be a reference to a secret',
    ],
    [
      'no secret',
      `alerts:\n  ${rules}\n  webhooks: { chat: { url: https://a.example.com, secrets: [] } }`,
      'alerts.webhooks.chat.secrets must not be empty',
    ],
    [
      'plain http',
      `alerts:\n  ${rules}\n  webhooks: { chat: { url: http://a.example.com, secrets: [{ env: A }] } }`,
      '6:28: error: alerts.webhooks.chat.url must be an https URL',
    ],
    [
      'a token in the address',
      `alerts:\n  ${rules}\n  webhooks: { chat: { url: https://a.example.com?token=${canary}, secrets: [{ env: A }] } }`,
      '6:28: error: alerts.webhooks.chat.url must be an https URL without',
    ],
    [
      'a cause without a text',
      'causes: [{ origin: source, contains: [] }]',
      '4:38: error: causes[0].contains must not be empty',
    ],
    ['a misspelled name', 'causes: [{ origin: source, contian: [a] }]', 'did you mean contains?'],
  ])('%s', (_name, text, expected) => {
    const problems = problemsOf(text);
    expect(problems.join('\n')).toContain(expected);
    expect(problems.join('\n')).not.toContain(canary);
  });
});
