import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { operations } from '@syncline/openapi';
import type { SandboxCredentials } from '../../src/authenticate/credentials.ts';
import { curlExamples, curlOptions } from '../../src/curl/curl-request.ts';
import { openSandbox } from '../support/sandbox.ts';
import { urlsOf } from '../../src/portable/portable-sandbox.ts';

/** The arguments that a shell passes to the command `curl`. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; ${command}`;
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8', env: { ACCESS_TOKEN: 'token' } })
    .split('\0')
    .slice(0, -1);
}

const texts = [
  "it's",
  "';exit 1;'",
  '"quoted"',
  'back\\slash\\',
  'two\nlines',
  '$HOME `id` $(id)',
  '!!',
  '~',
  '*',
  'a&b=c',
];

const withText = (text: string): SandboxCredentials => ({
  basic: { username: 'user', password: text },
  apiKey: { headerName: 'x-key', value: text },
  userToken: { headerName: "x-it's", value: text },
  personalAccessToken: { email: `ada+${text}@example.com`, token: text },
  serviceAccount: { clientId: text, clientSecret: text },
});

describe('a credential on a command line', () => {
  it.each(texts)('reaches curl unchanged: %j', (text) => {
    const options = curlOptions(withText(text));
    expect(argumentsOf(`curl ${Object.values(options).join(' ')}`)).toEqual([
      '-H',
      `x-key: ${text}`,
      '-H',
      `x-it's: ${text}`,
      '-u',
      `ada+${text}@example.com:${text}`,
      '-u',
      `user:${text}`,
      '--url-query',
      `@authtoken=${text}`,
      '-H',
      'Authorization: Bearer token',
    ]);
  });
});

describe('the example of each operation', () => {
  it.each(texts)('contains %j in credential, path and body unchanged', (text) => {
    const parameters = { JobName: text, job_id: text, transformation_id: text, task_id: text };
    const examples = curlExamples(urlsOf('http://localhost'), withText(text), parameters);
    const sent = Object.fromEntries(examples.map(({ operationId, curl }) => [operationId, argumentsOf(curl)]));
    expect(Object.keys(sent)).toEqual(Object.keys(operations));
    const key = encodeURIComponent(text.replaceAll("'", "''"));
    expect(sent.getJob?.at(-1)?.replaceAll('%27', "'")).toBe(`http://localhost/odata/jobs('${key}')`);
    expect(sent.listJobStatus?.at(-1)).toBe(`http://localhost/json/v2/jobs/${encodeURIComponent(text)}/status`);
    const form = new URLSearchParams(sent.createToken?.filter((one) => one.includes('=')).join('&'));
    expect(Object.fromEntries(form)).toMatchObject({ client_id: text, client_secret: text });
  });

  it('works in a shell with a header name that has a quote', async () => {
    const sandbox = openSandbox({ v2: { keyHeader: "x-it's-key" } });
    const examples = curlExamples(sandbox.urls, sandbox.credentials, sandbox.examples);
    const workspaces = examples.find(({ operationId }) => operationId === 'listWorkspaces');
    expect(argumentsOf(workspaces!.curl).slice(0, 2)).toEqual(['-H', "x-it's-key: sandbox-user-token-81bd"]);
  });
});
