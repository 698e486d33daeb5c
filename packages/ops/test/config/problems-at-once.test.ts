import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/read-config.ts';

test('a wrong shape in one part does not hide wrong values in another', () => {
  const { problems } = readConfig(`environments: { p: { odata: { url: https://sync.example.com } } }
outcomes: { failed: [X], succeeded: [X] }
lint: { rules: { scheduled-without-corn: error } }
`);
  expect(problems.map(({ line, place, message }) => `${line} ${place} ${message}`)).toEqual([
    '1 environments.p.odata needs credential',
    expect.stringMatching(/^2 outcomes\.\w+ contains "X", which is also in /),
    '3 lint.rules.scheduled-without-corn is not the id of a rule; did you mean scheduled-without-cron?',
  ]);
});
