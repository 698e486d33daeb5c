import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createCredentials } from '../../src/authenticate/credentials.ts';
import { curlRequest } from '../../src/curl/curl-request.ts';
import type { RequestDetail } from '../../src/http/request-log.ts';
import { openSandbox } from '../support/sandbox.ts';

const detail: RequestDetail = {
  id: 1,
  at: '2026-03-01T00:00:00.000Z',
  method: 'GET',
  path: '/odata/history',
  query: '',
  operationId: 'listHistory',
  scheme: 'apiKeyHeader',
  headers: {},
  status: 200,
  durationMs: 1,
  reason: undefined,
  fault: false,
  effect: undefined,
  body: undefined,
  isBodyCut: false,
  isUnread: false,
  response: { headers: {}, body: '', isCut: false },
};
const credentials = createCredentials('acme');
const origin = 'http://127.0.0.1:4000';

/** The arguments that a shell passes to the command `curl`. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; ${command}`;
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

const commandOf = (part: Partial<RequestDetail>) => curlRequest({ ...detail, ...part }, origin, credentials);

describe('curlRequest', () => {
  it('sends the credential of the scheme that authenticated the request, and the headers that curl does not set', () => {
    const headers = { host: 'x', accept: 'application/json', 'x-acme-authtoken': '[redacted]', prefer: 'a' };
    expect(argumentsOf(commandOf({ headers, query: '$select=details&$top=1' })!)).toEqual([
      '-g',
      '--path-as-is',
      '-H',
      'x-acme-authtoken: sandbox-api-key-5f2c',
      '-H',
      'accept: application/json',
      '-H',
      'prefer: a',
      'http://127.0.0.1:4000/odata/history?$select=details&$top=1',
    ]);
  });

  it.each([
    ['userToken', { 'x-acme-user-token': '[redacted]' }, ['-H', 'x-acme-user-token: sandbox-user-token-81bd']],
    ['basic', { authorization: '[redacted]' }, ['-u', 'sandbox:sandbox-password-2e9d']],
    ['personalAccessToken', { authorization: '[redacted]' }, ['-u', 'ada@example.com:sandbox-access-token-c93e']],
    ['clientCredentials', { authorization: '[redacted]' }, ['-H', 'Authorization: Bearer ']],
    ['apiKeyQuery', {}, ['--url-query', '@authtoken=sandbox-api-key-5f2c']],
    [undefined, { authorization: '[redacted]' }, ['-H', 'authorization: [redacted]']],
  ])('contains %s once', (scheme, headers, sent) => {
    expect(argumentsOf(commandOf({ scheme, headers: headers as Record<string, string> })!)).toEqual([
      '-g',
      '--path-as-is',
      ...sent,
      'http://127.0.0.1:4000/odata/history',
    ]);
  });

  it('leaves the key of the query to the credential', () => {
    expect(argumentsOf(commandOf({ scheme: 'apiKeyQuery', query: '%40authtoken=[redacted]&$top=1' })!).at(-1)).toBe(
      'http://127.0.0.1:4000/odata/history?$top=1',
    );
  });

  it.each([
    "'; touch /tmp/x; '",
    '$(touch /tmp/x)',
    '`touch /tmp/x`',
    '"; exit 1; "',
    "a'\\''b",
    'line\nbreak',
    '\\',
    '!!',
    '~root',
    '-o/tmp/x',
    '@/etc/passwd',
    '%0a$IFS&|<>*?[a]{b,c}#',
  ])('passes %j to curl unchanged, wherever it is', (text) => {
    const command = commandOf({
      method: `POST${text}`,
      path: `/odata/${text}`,
      query: text,
      headers: { accept: text },
      body: text,
      scheme: undefined,
    })!;
    expect(argumentsOf(command)).toEqual([
      '-g',
      '--path-as-is',
      '-X',
      `POST${text}`,
      '-H',
      `accept: ${text}`,
      '--data-raw',
      text,
      `http://127.0.0.1:4000/odata/${text}?${text}`,
    ]);
  });

  it('is undefined when the log has only a part of the body', () => {
    expect(commandOf({ body: 'a', isBodyCut: true })).toBeUndefined();
    expect(commandOf({ isUnread: true })).toBeUndefined();
  });

  it('requests a token again with the sandbox’s service account', async () => {
    const sandbox = openSandbox();
    const { clientId, clientSecret } = sandbox.credentials.serviceAccount;
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const response = await sandbox.fetch(`${sandbox.urls.auth}/oauth/token`, { method: 'POST', body: form });
    expect(response.status).toBe(200);
    const headers = { host: 'localhost' };
    const shown = await sandbox.fetch(`${sandbox.urls.control}requests/1`, { headers });
    const { curl, body, response: answered } = (await shown.json()) as RequestDetail & { curl: string };
    expect(body).toBe('grant_type=client_credentials&client_id=[redacted]&client_secret=[redacted]');
    expect(answered.body).toContain('"access_token":"[redacted]"');
    expect(argumentsOf(curl)).toEqual(expect.arrayContaining(['--data-raw', form.toString()]));
  });
});
