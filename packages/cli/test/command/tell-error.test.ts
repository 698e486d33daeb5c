import { basic } from '@syncline/auth';
import { createODataClient, type HttpError } from '@syncline/client';

import { createSandbox } from '@syncline/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { WaitTimeoutError } from '../../../runs/src/wait/wait-options.ts';
import { PrintedOutput } from '../../src/command/run-command.ts';

test.each([
  [401, 'Check the credential in environments.production of the configuration.'],
  [404, 'Check the address in environments.production of the configuration.'],
  [429, 'The service limits the number of requests. Try again later.'],
  [503, 'The service failed. Try again later.'],
])('the status %d of the service has the advice: %s', async (status, advice) => {
  const sandbox = createSandbox();
  onTestFinished(() => sandbox.close());
  sandbox.faults.next('listHistory', { status });
  const { urls, credentials, fetch } = sandbox;
  const odata = createODataClient({ baseUrl: urls.odata, credential: basic(credentials.basic), fetch, retry: 0 });
  const error = (await odata.history.list().then(undefined, (reason: unknown) => reason)) as HttpError;
  const lines: string[] = [];
  const output = { out: () => undefined, err: (text: string) => void lines.push(text), colored: false };
  await new PrintedOutput(output, 'table', undefined).printError(error, 'production');
  expect(lines).toEqual([`syncline: ${error.message}\n${advice}`]);
});

test('for a program, a wait that saw no run says that the name may be misspelt', async () => {
  const tally = { polls: 1, found: 0, missing: 1, failures: {}, statuses: {} };
  const errorFor = async (last: object | undefined): Promise<unknown> => {
    const printed: string[] = [];
    const output = { out: (text: string) => void printed.push(text), err: () => undefined, colored: false };
    const error = new WaitTimeoutError('no run', last as never, tally as never);
    await new PrintedOutput(output, 'json', undefined).printError(error, 'production');
    return JSON.parse(printed.join(''));
  };
  const hint = 'If you expected a run, compare the name with those that `syncline status` shows.';
  expect(await errorFor(undefined)).toEqual({ error: { code: 'WAIT_TIMEOUT', message: 'no run', hint } });
  expect(await errorFor({ key: 'a' })).toEqual({ error: { code: 'WAIT_TIMEOUT', message: 'no run' } });
});
