import type { CredentialRequest } from '../../src/index.ts';

export const request = (changes: Partial<CredentialRequest> = {}): CredentialRequest => ({
  url: 'https://sync.example.com/history',
  method: 'GET',
  headers: {},
  ...changes,
});
