import { expect, it } from 'vitest';
import { bearer, make } from '../support/client-credentials.ts';
import { tokenServer } from '../support/token-server.ts';

const refusal = (url: string): Promise<unknown> =>
  bearer(make(url, { clientSecret: 'canary&+ %' })).catch((error: unknown) => error);

it('an error with a body that is too long is read from its beginning, without the secret', async () => {
  const body = { error: 'invalid_client', error_description: 'expired: canary&+ %', trace: 'x'.repeat(70_000) };
  await using server = await tokenServer(() => ({ status: 400, body }));
  expect(await refusal(server.url)).toMatchObject({
    code: 'AUTH_FAILED',
    status: 400,
    error: 'invalid_client',
    errorDescription: 'expired: [redacted]',
    message: 'The token endpoint returned 400: invalid_client: expired: [redacted]',
  });
});

it.each([
  'x'.repeat(70_000),
  `[${'1,'.repeat(40_000)}`,
])('a long body that is not an error adds nothing to the message', async (body) => {
  await using server = await tokenServer(() => ({ status: 400, body }));
  expect(await refusal(server.url)).toMatchObject({
    message: 'The token endpoint returned 400',
    error: undefined,
    errorDescription: undefined,
  });
});
