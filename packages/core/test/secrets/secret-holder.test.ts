import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { SecretHolder } from '../../src/internal.ts';

class Key extends SecretHolder {
  constructor(...keys: string[]) {
    super('apiKey');
    this.add(...keys);
  }
  change(...keys: string[]): this {
    this.add(...keys);
    return this;
  }
}

it('removes its secrets from a text, including earlier ones', () => {
  const key = new Key('first-secret').change('second-secret', 'third-secret');
  expect(key.scrub('first-secret second-secret third-secret other')).toBe('[redacted] [redacted] [redacted] other');
  expect(new Key().scrub('Stryker was here')).toBe('Stryker was here');
});

it('removes a secret that is added after it has read a text', () => {
  const key = new Key('first-secret');
  expect(key.scrub('first-secret second-secret')).toBe('[redacted] second-secret');
  key.change('second-secret');
  expect(key.scrub('first-secret second-secret')).toBe('[redacted] [redacted]');
});

it('remembers its last 48 secrets, and one that is added again', () => {
  const key = new Key('the-oldest-secret', 'the-second-secret');
  for (let count = 1; count <= 46; count += 1) key.change(`secret-number-${count}`);
  expect(key.scrub('the-oldest-secret the-second-secret')).toBe('[redacted] [redacted]');
  key.change('the-oldest-secret');
  expect(key.scrub('the-oldest-secret the-second-secret')).toBe('[redacted] the-second-secret');
});

it('shows only its scheme', () => {
  const key = new Key('a-secret-key');
  expect([key.scheme, String(key), inspect(key), inspect({ key }), JSON.stringify({ key })]).toEqual([
    'apiKey',
    'Credential(apiKey)',
    'Credential(apiKey)',
    '{ key: Credential(apiKey) }',
    '{"key":{"scheme":"apiKey"}}',
  ]);
});
