import { basic } from '@syncline/auth';
import { createODataClient, type HttpError } from '@syncline/client';
import { createSandbox } from '@syncline/sandbox';
import { expect, onTestFinished, test } from 'vitest';
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
