import { describe, expect, it } from 'vitest';
import { eventually, gate, settled } from '@syncline/testing';
import { clientCredentials, type Credential, type CredentialRequest, type TokenEvent } from '../../src/index.ts';
import { request } from '../support/credential-request.ts';
import { type Answer, tokenServer } from '../support/token-server.ts';
import { virtualTime } from '../support/virtual-time.ts';

const apply = async (credential: Credential, changes: Partial<CredentialRequest> = {}) => {
  const sent = request(changes);
  await credential.apply(sent);
  return sent;
};
/** Obtains a token and starts a background refresh. Resolves when the refresh request has reached the server. */
async function refreshing(
  { seen, url }: Awaited<ReturnType<typeof tokenServer>>,
  send: typeof fetch,
  onEvent: (event: TokenEvent) => void = () => {},
) {
  const { options, time } = virtualTime();
  const credential = clientCredentials({
    authUrl: url,
    clientId: 'service',
    clientSecret: 'secret',
    ...options,
    fetch: send,
    onEvent,
  });
  const first = await apply(credential);
  time.nowMs += 60_000;
  await apply(credential);
  await eventually(() => seen.length === 2);
  return { credential, first, time };
}
const grant =
  (changes: Readonly<Record<number, Answer>>) =>
  (count: number): Answer => ({ body: { access_token: `token-${count}`, expires_in: 100 }, ...changes[count] });

describe('a refresh in the background', () => {
  it('is aborted by a 401 that overtakes it', async () => {
    await using server = await tokenServer(grant({ 2: { hang: true } }));
    const signals: AbortSignal[] = [];
    const { credential, first } = await refreshing(
      server,
      (url, init) => (signals.push(init!.signal!), fetch(url, init)),
    );
    expect(await credential.onUnauthorized(first)).toBe(true);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true, false]);
  });

  it('that a 401 overtakes is not reported as a failure', async () => {
    await using server = await tokenServer(grant({ 2: { hang: true } }));
    const events: TokenEvent[] = [];
    const { credential, first } = await refreshing(server, fetch, (event) => events.push(event));
    expect(await credential.onUnauthorized(first)).toBe(true);
    await settled();
    expect(events.map(({ type }) => type)).toEqual(['token_obtained', 'token_obtained']);
  });

  it('that a 401 overtakes has no effect, even through a transport that does not abort', async () => {
    const [second, third] = [gate(), gate()];
    await using server = await tokenServer(grant({ 2: { until: second.opened }, 3: { until: third.opened } }));
    let arrived = 0;
    const { credential, first } = await refreshing(server, async (url, init) => {
      const response = await fetch(url, { ...init, signal: null });
      const { headers, status } = response;
      const body = await response.text();
      arrived++;
      return new Response(body, { headers, status });
    });
    const refused = credential.onUnauthorized(first);
    await eventually(() => server.seen.length === 3);
    second.open();
    await eventually(() => arrived === 2);
    await settled();
    const late = apply(credential);
    third.open();
    expect(await refused).toBe(true);
    expect((await late).headers['authorization']).toBe('Bearer token-3');
    expect((await apply(credential)).headers['authorization']).toBe('Bearer token-3');
    expect(server.seen).toHaveLength(3);
  });

  it('continues if the only call that waits for it is aborted', async () => {
    const second = gate();
    await using server = await tokenServer(grant({ 2: { until: second.opened } }));
    const { credential, time } = await refreshing(server, fetch);
    time.nowMs += 40_000;
    const caller = new AbortController();
    const freed = apply(credential, { signal: caller.signal });
    caller.abort(new Error('enough'));
    await expect(freed).rejects.toThrow('enough');
    second.open();
    expect((await apply(credential)).headers['authorization']).toBe('Bearer token-2');
    expect(server.seen).toHaveLength(2);
  });
});
