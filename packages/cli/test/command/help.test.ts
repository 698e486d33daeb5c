import { expect, test } from 'vitest';
import { runCommand } from '../support/run-command.ts';

test.each([['nope'], ['help', 'nope']])('%s %s is an unknown command', async (...args) => {
  expect(await runCommand(...args)).toEqual({
    status: 2,
    out: '',
    err: "error: unknown command 'nope'\nRun `syncline help` to list the commands.",
  });
});

test.each([['help'], ['help', 'jobs'], ['help', 'help'], ['help', '--help']])('%s %s is known', async (...args) => {
  expect(await runCommand(...args)).toMatchObject({
    status: 0,
    err: '',
    out: expect.stringMatching(/^Usage: syncline/),
  });
});
