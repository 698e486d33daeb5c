import { expect, it } from 'vitest';
import { createAccessTokens, createSchemes } from '../../src/authenticate/schemes.ts';
import { createCredentials } from '../../src/authenticate/credentials.ts';
import type { SandboxRequest } from '../../src/http/request.ts';

it('keeps the newest 10,000 tokens and accepts no others', () => {
  const tokens = createAccessTokens({ now: () => new Date(0) }, 60);
  const issued = Array.from({ length: 10_001 }, () => tokens.issue().token);
  const { clientCredentials } = createSchemes({}, createCredentials('acme'), tokens);
  const verify = (authorization: string) =>
    clientCredentials?.verify({ header: () => authorization } as unknown as SandboxRequest, new Map());
  expect([issued[0], issued[1], issued.at(-1)].map((token) => verify(`Bearer ${token}`))).toEqual([
    'rejected',
    'accepted',
    'accepted',
  ]);
  expect([verify('Bearer'), verify('Bearer '), verify('Bearer x'), verify('Basic x')]).toEqual([
    'rejected',
    'rejected',
    'rejected',
    'absent',
  ]);
});
