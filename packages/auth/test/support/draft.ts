import type { Draft } from '../../src/index.ts';

export const draft = (changes: Partial<Draft> = {}): Draft => ({
  url: 'https://sync.example.com/history',
  method: 'GET',
  headers: {},
  ...changes,
});
