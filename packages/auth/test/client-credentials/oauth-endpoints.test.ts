import { describe, expect, it } from 'vitest';
import { oauthEndpoints } from '../../src/index.ts';

describe('oauthEndpoints', () => {
  it.each([
    'https://auth.example.com/t',
    'https://auth.example.com/t/',
    'https://auth.example.com/t//',
  ])('%s', (url) => {
    expect(oauthEndpoints(url)).toEqual({
      tokenUrl: 'https://auth.example.com/t/oauth/token',
      authorizationUrl: 'https://auth.example.com/t/authorize',
    });
  });
});
