import { expect, it } from 'vitest';
import { createAccessTokens } from '../../src/authenticate/access-tokens.ts';
import type { PlainRequest } from '../../src/contract.ts';

it('forgets the oldest of more than 10,000 tokens, and lets no other in', () => {
  const tokens = createAccessTokens({ now: () => new Date(0) }, 60);
  const issued = Array.from({ length: 10_001 }, () => tokens.issue().token);
  const judge = (authorization: string) =>
    tokens.scheme.judge({ header: () => authorization } as unknown as PlainRequest, new Map());
  expect([issued[0], issued[1], issued.at(-1)].map((token) => judge(`Bearer ${token}`))).toEqual([
    'refused',
    'accepted',
    'accepted',
  ]);
  expect([judge('Bearer'), judge('Bearer '), judge('Bearer x'), judge('Basic x')]).toEqual([
    'refused',
    'refused',
    'refused',
    'absent',
  ]);
});
