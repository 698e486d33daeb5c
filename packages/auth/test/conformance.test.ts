import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { basic, clientCredentials } from '../src/index.ts';
import { parseRetryAfter } from '@syncline/core/retry-after';
import { encodeForm } from '../src/client-credentials/token-exchange.ts';
import { request } from './support/credential-request.ts';
import { tokenServer } from './support/token-server.ts';

const file = new URL('../../../../shared/conformance/rfc-vectors.json', import.meta.url);
const missing = !existsSync(file);
if (missing) console.log('skipped: RFC vectors (shared/conformance is not next to the checkout)');
const vectors = missing ? undefined : JSON.parse(readFileSync(file, 'utf8'));

describe.skipIf(missing)('the RFCs say', () => {
  it('RFC 7617: how Basic is encoded', () => {
    expect(vectors.rfc7617.vectors.length).toBeGreaterThan(3);
    for (const { user, password, header } of vectors.rfc7617.vectors) {
      const sent = request();
      void basic({ username: user, password }).apply(sent);
      expect(sent.headers['authorization']).toBe(header);
    }
  });

  it('RFC 6749 4.4.2: the request with a Basic header', async () => {
    const { headers, body, decodedBasic } = vectors.rfc6749['4.4.2 request'];
    const [clientId, clientSecret] = decodedBasic.split(':');
    await using server = await tokenServer();
    await clientCredentials({
      authUrl: server.url,
      clientId,
      clientSecret,
      clientAuthentication: 'client_secret_basic',
    }).apply(request());
    expect(server.seen[0]).toMatchObject({
      body,
      headers: { authorization: headers.Authorization, 'content-type': headers['Content-Type'] },
    });
  });

  it('RFC 6749 4.4.3: its example is not a bearer token', async () => {
    const { status, headers, body } = vectors.rfc6749['4.4.3 response'];
    await using server = await tokenServer(() => ({ status, headers, body }));
    await expect(
      Promise.resolve(clientCredentials({ authUrl: server.url, clientId: 'a', clientSecret: 'b' }).apply(request())),
    ).rejects.toMatchObject({ code: 'AUTH_FAILED', message: expect.stringContaining('token_type') });
  });

  it('RFC 6749 appendix B: how a form is encoded', () => {
    const { raw, wire } = vectors.rfc6749['Appendix B form encoding'];
    expect(encodeForm({ a: raw })).toBe(`a=${wire}`);
  });

  it('RFC 9110: the forms of a date, whatever the time zone', () => {
    const { dateForms, deltaSeconds, mustNotBreak } = vectors.rfc9110RetryAfter;
    for (const { value, correct } of Object.values<{ value: string; correct: number }>(dateForms))
      expect(parseRetryAfter(value, correct - 9000)).toBe(9);
    for (const value of deltaSeconds) expect(parseRetryAfter(value, 0)).toBe(Number(value));
    for (const value of mustNotBreak) expect(parseRetryAfter(value, 0) ?? 0).toBeGreaterThanOrEqual(0);
  });
});
