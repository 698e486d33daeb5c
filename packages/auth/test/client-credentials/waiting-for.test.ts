import { expect, it } from 'vitest';
import { settled } from '@syncline/testing';
import type { Credential } from '../../src/index.ts';
import { make } from '../support/client-credentials.ts';
import { request } from '../support/credential-request.ts';

/** What a call reports that it is waiting for, after everything that can run without outside help has run. */
async function waitingFor(credential: Credential, use: 'apply' | 'onUnauthorized' = 'apply') {
  const caller = new AbortController();
  let what: (() => string) | undefined;
  const sent = request({
    signal: caller.signal,
    waitFor: (told) => {
      what = told;
    },
  });
  const call = Promise.resolve(credential[use](sent)).catch((error: unknown) => error);
  await settled();
  const said = what?.();
  caller.abort('enough');
  await call;
  return said;
}

const never = () => new Promise<never>(() => {});

it.each(['apply', 'onUnauthorized'] as const)('%s waits for the token endpoint', async (use) =>
  expect(await waitingFor(make('https://id.example:444/oauth', { fetch: never }), use)).toBe(
    'the token endpoint at id.example:444',
  ));

it('a call waits for the function that returns the secret', async () =>
  expect(await waitingFor(make('https://id.example', { clientSecret: never }))).toBe('clientSecret()'));

it('a call waits for the token store', async () =>
  expect(await waitingFor(make('https://id.example', { tokenStore: { obtain: never } }))).toBe('tokenStore'));
