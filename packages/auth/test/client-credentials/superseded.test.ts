import { describe, expect, it, vi } from 'vitest';
import { clientCredentials, type Credential, type CredentialRequest, type TokenEvent } from '../../src/index.ts';
import { request } from '../support/credential-request.ts';
import { tokenServer } from '../support/token-server.ts';
import { virtualTime } from '../support/virtual-time.ts';

const apply = async (credential: Credential, changes: Partial<CredentialRequest> = {}) => {
  const sent = request(changes);
  await credential.apply(sent);
  return sent;
};
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** A token that is being refreshed in the background, slowly. */
async function refreshing(url: string, send: typeof fetch, onEvent: (event: TokenEvent) => void = () => {}) {
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
  return { credential, first, time };
}
const slow =
  (...delays: number[]) =>
  (count: number) => ({ body: { access_token: `token-${count}`, expires_in: 100 }, delayMs: delays[count - 1] ?? 0 });

describe('a refresh in the background', () => {
  it('that a refusal overtakes is aborted', async () => {
    await using server = await tokenServer(slow(0, 2_000, 0));
    const signals: AbortSignal[] = [];
    const { credential, first } = await refreshing(
      server.url,
      (url, init) => (signals.push(init!.signal!), fetch(url, init)),
    );
    await vi.waitFor(() => expect(server.seen).toHaveLength(2));
    expect(await credential.onUnauthorized(first)).toBe(true);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true, false]);
  });

  it('that a refusal overtakes is not told as a failure', async () => {
    await using server = await tokenServer(slow(0, 2_000, 0));
    const events: TokenEvent[] = [];
    const { credential, first } = await refreshing(server.url, fetch, (event) => events.push(event));
    await vi.waitFor(() => expect(server.seen).toHaveLength(2));
    expect(await credential.onUnauthorized(first)).toBe(true);
    await wait(20);
    expect(events.map(({ type }) => type)).toEqual(['token_obtained', 'token_obtained']);
  });

  it('that a refusal overtakes changes nothing, even through a transport that does not abort', async () => {
    await using server = await tokenServer(slow(0, 100, 200, 0));
    const { credential, first } = await refreshing(server.url, (url, init) => fetch(url, { ...init, signal: null }));
    await vi.waitFor(() => expect(server.seen).toHaveLength(2));
    const refused = credential.onUnauthorized(first);
    await wait(150);
    const late = apply(credential);
    expect(await refused).toBe(true);
    expect((await late).headers['authorization']).toBe('Bearer token-3');
    await wait(50);
    expect((await apply(credential)).headers['authorization']).toBe('Bearer token-3');
    expect(server.seen).toHaveLength(3);
  });

  it('goes on when the only call that waits for it is aborted', async () => {
    await using server = await tokenServer(slow(0, 100));
    const { credential, time } = await refreshing(server.url, fetch);
    await vi.waitFor(() => expect(server.seen).toHaveLength(2));
    time.nowMs += 40_000;
    const caller = new AbortController();
    const freed = apply(credential, { signal: caller.signal });
    caller.abort(new Error('enough'));
    await expect(freed).rejects.toThrow('enough');
    await wait(200);
    expect((await apply(credential)).headers['authorization']).toBe('Bearer token-2');
    expect(server.seen).toHaveLength(2);
  });
});
